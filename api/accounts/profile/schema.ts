import './schema/deletion.ts';
import './schema/email.ts';
import './schema/notices.ts';
import './schema/photo.ts';
import './schema/signing-in.ts';
