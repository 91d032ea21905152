import { useMutation } from '@apollo/client/react';
import { refusalIn } from '../refusal.ts';
import { FilledIn } from '../versions/FilledIn.tsx';
import { WriterPreviewPromptDocument } from './prompts.graphql.ts';

/** A writing prompt with its placeholders filled in for a subject. */
export function PreviewPrompt({ task, text }: { task: string; text: string }) {
  const [preview, { data, loading, error }] = useMutation(WriterPreviewPromptDocument);
  const result = data?.previewPrompt;
  return (
    <FilledIn
      filled={
        result && 'whole' in result
          ? {
              ...{ parts: [{ text: result.text }], problem: result.problem, empty: result.empty },
              ...{
                whole: result.whole,
                wholeTitle: 'Everything that a model is told before the conversation',
              },
            }
          : null
      }
      refusal={result && refusalIn(result)?.message}
      hasFailed={error !== undefined}
      busy={loading}
      onFill={(subjectId) =>
        void preview({ variables: { input: { subjectId, task, text } } }).catch(() => null)
      }
    />
  );
}
