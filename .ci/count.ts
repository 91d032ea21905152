import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// Reads the reports of Vitest and Playwright, names what failed and which files took longest, and counts.
const [vitest, playwright] = process.argv.slice(2).map(read);

const failures = [...vitestFailures(vitest), ...playwrightFailures(playwright?.suites ?? [])];
const passed = count(vitest?.numPassedTests) + count(playwright?.stats?.expected);
// A file that could not be run has no tests to count, and is a failure all the same.
const failed = Math.max(
  count(vitest?.numFailedTests) + count(playwright?.stats?.unexpected),
  failures.length,
  vitest?.success === false ? 1 : 0,
);

for (const line of slowestFiles()) console.log(line);
for (const line of failures) console.log(`FAILED ${line}`);
console.log(`${passed} passed, ${failed} failed`);

type VitestFile = {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; ok: boolean; tests: { results: PlaywrightResult[] }[] }[];
};

type PlaywrightResult = { duration: number; error?: { message?: string } };

type Report = {
  success?: boolean;
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: VitestFile[];
  stats?: { expected: number; unexpected: number };
  suites?: PlaywrightSuite[];
};

function read(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

function count(value: number | undefined): number {
  return value ?? 0;
}

function vitestFailures(report: Report | null | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status === 'failed')
      return [`${short(file.name)}: ${firstLine(file.message)}`];
    return tests.map(
      (test) => `${short(file.name)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
    );
  });
}

function playwrightFailures(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => {
        const message = spec.tests.flatMap(({ results }) => results).find(({ error }) => error)
          ?.error?.message;
        return `${suite.file} > ${spec.title}: ${firstLine(message)}`;
      }),
    ...playwrightFailures(suite.suites ?? []),
  ]);
}

function slowestFiles(): string[] {
  const files = [
    ...(vitest?.testResults ?? []).map((file) => ({
      name: short(file.name),
      milliseconds: file.endTime - file.startTime,
    })),
    ...(playwright?.suites ?? []).map((suite) => ({ name: suite.file, milliseconds: duration(suite) })),
  ];
  return files
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 20)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(0).padStart(5)} s  ${name}`);
}

function duration(suite: PlaywrightSuite): number {
  const own = (suite.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const inner = (suite.suites ?? []).map(duration);
  return own.reduce((sum, result) => sum + result.duration, 0) + inner.reduce((sum, value) => sum + value, 0);
}

function short(path: string): string {
  return path.replace(`${process.cwd()}/`, '');
}

/** At most 300 characters of the first line that says something, without colours. */
function firstLine(message: string | undefined): string {
  const plain = stripVTControlCharacters(message ?? '');
  return (plain.split('\n').find((line) => line.trim()) ?? '').trim().slice(0, 300);
}
