import './schema/consents.ts';
import './schema/opt-in.ts';
