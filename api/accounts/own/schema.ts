import './schema/deletion.ts';
