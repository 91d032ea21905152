import { modelsFor } from '#api/platform/models.ts';
import { watchCalls } from '#api/platform/observability/model-calls.ts';
import { instructionsFor } from '#api/writer/prompts/in-force.ts';
import { builtInWriter } from './built-in-writer.ts';
import { modelWriter } from './writing/model-writer.ts';
import type { Writer } from './writing/writer.ts';

/**
 * The writer for a subject: the enabled models in order, with the instructions in force for the subject.
 * The built-in writer is used when no model is enabled or all of them fail.
 */
export async function chooseWriter(subjectId: string): Promise<Writer> {
  const { instructions, versionIds, modelId } = await instructionsFor(subjectId);
  const models = await modelsFor('write', modelId);
  if (!models.length) return builtInWriter;
  const watch = watchCalls('write', subjectId);
  const last: Writer = {
    ...builtInWriter,
    write(request, signal) {
      watch.fellBack();
      return builtInWriter.write(request, signal);
    },
  };
  const chosen = models.reduceRight<Writer>(
    (fallback, model) => modelWriter(model, { fallback, watch, instructions }),
    last,
  );
  return {
    ...chosen,
    async write(request, signal) {
      const written = await chosen.write(request, signal);
      return written.writer === builtInWriter.name ? written : { ...written, versionIds };
    },
  };
}
