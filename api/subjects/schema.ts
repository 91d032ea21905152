import './schema/book.ts';
import './schema/claiming.ts';
import './schema/deletion.ts';
import './schema/entries.ts';
import './schema/parts.ts';
import './schema/subject.ts';
