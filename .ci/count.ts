import { existsSync, readFileSync } from 'node:fs';

const [vitest, playwright] = process.argv.slice(2).map(read);

const passed = count(vitest?.numPassedTests) + count(playwright?.stats?.expected);
const failed = count(vitest?.numFailedTests) + count(playwright?.stats?.unexpected);
// A file that could not be run has no tests to count, and is a failure all the same.
const broken = vitest && !vitest.success && !vitest.numFailedTests ? 1 : 0;
console.log(`${passed} passed, ${failed + broken} failed`);

type Report = {
  success?: boolean;
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected: number; unexpected: number };
};

function read(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

function count(value: number | undefined): number {
  return value ?? 0;
}
