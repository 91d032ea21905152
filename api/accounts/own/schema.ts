import './schema/deletion.ts';
import './schema/notices.ts';
import './schema/signing-in.ts';
