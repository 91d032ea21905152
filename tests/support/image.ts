import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ignore } from '@balena/dockerignore';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';

// The package's types declare another module format than it has.
const dockerignore = createRequire(import.meta.url)('@balena/dockerignore') as () => Ignore;

export type Step = {
  instruction: string;
  /** The arguments after the instruction. */
  text: string;
  /** Of a COPY: the stage it copies from, the new owner, the sources and the target. */
  from: string | null;
  owner: string | null;
  sources: string[];
  target: string;
};

export type Stage = { name: string; base: string; steps: Step[] };

/** The stages of the Dockerfile, in order. */
export function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const each of DockerfileParser.parse(readFileSync('Dockerfile', 'utf8')).getInstructions()) {
    const instruction = each.getKeyword();
    if (instruction === 'FROM') {
      const from = each as From;
      stages.push({ name: from.getBuildStage() ?? '', base: from.getImage() ?? '', steps: [] });
      continue;
    }
    const paths = instruction === 'COPY' ? each.getArguments().map((argument) => argument.getValue()) : [];
    // The parser's own getFromFlag() fails when there is another flag.
    const given = instruction === 'COPY' ? (each as Copy).getFlags() : [];
    const flags = new Map(given.map((flag) => [flag.getName(), flag.getValue()]));
    stages.at(-1)?.steps.push({
      instruction,
      text: each.getArgumentsContent() ?? '',
      from: flags.get('from') ?? null,
      owner: flags.get('chown') ?? null,
      sources: paths.slice(0, -1),
      target: paths.at(-1) ?? '',
    });
  }
  return stages;
}

/** Which of these files are sent to the builder. */
export function sentToBuilder(files: string[]): string[] {
  return dockerignore().add(readFileSync('.dockerignore', 'utf8')).filter(files);
}
