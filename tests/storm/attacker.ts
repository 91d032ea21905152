import { bodies } from './bodies.ts';
import { documents } from './documents.ts';
import { outcome } from './line.ts';
import { sockets } from './sockets.ts';

const attacks: Record<string, () => Promise<unknown>> = { ...sockets, ...bodies, ...documents };

const [, , attack = ''] = process.argv;
await attacks[attack]?.();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit(0);
