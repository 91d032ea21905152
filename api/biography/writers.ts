import { modelsFor } from '#api/platform/models.ts';
import { watchCalls } from '#api/platform/watching/model-calls.ts';
import { builtInWriter } from './built-in-writer.ts';
import { modelWriter } from './writing/model-writer.ts';
import type { Writer } from './writing/writer.ts';

/** Who writes now: the enabled models in their order, the built-in writer when there are none or all of them fail. */
export async function chooseWriter(): Promise<Writer> {
  const models = await modelsFor('write');
  if (!models.length) return builtInWriter;
  const watch = watchCalls('write');
  const last: Writer = {
    ...builtInWriter,
    write(request, signal) {
      watch.fellBack();
      return builtInWriter.write(request, signal);
    },
  };
  return models.reduceRight<Writer>((fallback, model) => modelWriter(model, { fallback, watch }), last);
}
