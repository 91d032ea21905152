import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// `failed REPORT` prints the test files that failed in a report of Vitest. Otherwise reads a report of Vitest, one of those
// files when they were run again, and one of Playwright; names what failed and which files took longest, and counts.
if (process.argv[2] === 'failed') {
  for (const { name } of failedFiles(read(process.argv[3] ?? ''))) console.log(short(name));
  process.exit();
}

const [first, again, playwright] = process.argv.slice(2).map(read);
const vitest = withSecondRun(first, again);

const specs = specsIn(playwright?.suites ?? []);
const failures = [...vitestFailures(vitest), ...specs.filter(({ ok }) => !ok).map(describeSpec)];
/** What failed first and passed when it was run again. */
const unstable = [
  ...vitestTests(vitest)
    .filter(({ status, message }) => status === 'passed' && message)
    .map(describeTest),
  ...vitestFailures(first).filter((failure) => !failures.includes(failure)),
  ...specs.filter(({ ok, errors }) => ok && errors.length > 0).map(describeSpec),
];
const passed = countTests('passed') + count(playwright?.stats?.expected) + count(playwright?.stats?.flaky);
// A file that could not be run has no tests to count, and is a failure all the same.
const failed = Math.max(
  countTests('failed') + count(playwright?.stats?.unexpected),
  failures.length,
  vitest?.success === false ? 1 : 0,
);
process.exitCode = failed ? 1 : 0;

for (const line of slowestFiles()) console.log(line);
for (const line of unstable) console.log(`UNSTABLE ${line}`);
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

type PlaywrightResult = { duration: number; error?: { message?: string; location?: { line: number } } };

type Report = {
  success?: boolean;
  testResults?: VitestFile[];
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: PlaywrightSuite[];
};

function read(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

function count(value: number | undefined): number {
  return value ?? 0;
}

function countTests(wanted: string): number {
  return vitestTests(vitest).filter(({ status }) => status === wanted).length;
}

type VitestTest = { file: string; name: string; status: string; message: string | undefined };

function vitestTests(report: Report | null | undefined): VitestTest[] {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map(({ status, fullName, failureMessages }) => ({
      ...{ file: short(file.name), name: fullName, status, message: failureMessages[0] },
    })),
  );
}

function describeTest({ file, name, message }: VitestTest): string {
  return `${file} > ${name}: ${summarizeError(message)}`;
}

/** The failed tests, and the files in which no test could be run. */
function vitestFailures(report: Report | null | undefined): string[] {
  return [
    ...vitestTests(report)
      .filter(({ status }) => status === 'failed')
      .map(describeTest),
    ...failedFiles(report)
      .filter((file) => !file.assertionResults.some(({ status }) => status === 'failed'))
      .map(describeFile),
  ];
}

function failedFiles(report: Report | null | undefined): VitestFile[] {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed');
}

function describeFile({ name, message }: VitestFile): string {
  return `${short(name)}: ${summarizeError(message)}`;
}

/** The report with the results of the second run for the files in it. */
function withSecondRun(report: Report | null | undefined, second: Report | null | undefined) {
  if (!report?.testResults || !second?.testResults) return report;
  const results = new Map(second.testResults.map((file) => [file.name, file]));
  const testResults = report.testResults.map((file) => results.get(file.name) ?? file);
  return { testResults, success: second.success && testResults.every(({ status }) => status !== 'failed') };
}

type Spec = { file: string; title: string; ok: boolean; errors: string[] };

function specsIn(suites: PlaywrightSuite[]): Spec[] {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.map(({ title, ok, tests }) => ({
      ...{ file, title, ok },
      errors: tests.flatMap(({ results }) =>
        results.flatMap(({ error }) => (error ? `line ${error.location?.line}: ${error.message}` : [])),
      ),
    })),
    ...specsIn(inner),
  ]);
}

function describeSpec({ file, title, errors }: Spec): string {
  return `${file} > ${title}: ${errors.map(summarizeError).join(' · and then: ')}`;
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

/**
 * At most 700 characters of an error without colours: its first line, the expected and the received value, the step
 * before a wait, and the line of the test.
 */
function summarizeError(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const details = /^(?:Expected|Received|Locator|Timeout|>\s*\d+ \|)|\.(?:test|spec)\.tsx?:\d+/;
  const [first = '', ...others] = lines;
  return [first, ...others.filter((line) => details.test(line))].join(' | ').slice(0, 700);
}
