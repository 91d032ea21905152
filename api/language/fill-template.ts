const PLACE = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Fills {{name}} with its value. A line with a placeholder that has no value is left out. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | null>>): string {
  return template
    .split('\n')
    .flatMap((line) => {
      if (namesIn(line).some((name) => !values[name])) return [];
      return [line.replace(PLACE, (_all, name: string) => values[name] ?? '')];
    })
    .join('\n');
}

/** The names between double braces, each once. */
export function namesIn(template: string): string[] {
  return [...new Set([...template.matchAll(PLACE)].map((match) => match[1] ?? ''))];
}

/** The reason why a template can't be filled, with the part that is wrong; null when it can. */
export function templateProblem(template: string, known: Iterable<string>): string | null {
  const names = new Set(known);
  const unknown = namesIn(template).find((name) => !names.has(name));
  if (unknown !== undefined) return `has {{${unknown}}}, which nothing can be filled in for`;
  const rest = template.replace(PLACE, '');
  const left = rest.match(/\{\{[^\n]{0,30}|[^\n]{0,30}\}\}/)?.[0];
  return left === undefined ? null : `has “${left.trim()}”, which is no {{name}}`;
}
