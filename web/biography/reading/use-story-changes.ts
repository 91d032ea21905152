import { useEffect, useEffectEvent } from 'react';
import { followLive } from '#web/app/live.ts';
import { BiographyChangesDocument } from './changes.graphql.ts';

/**
 * Reads again whenever a story changes: by `of`, either its content, remarks and pictures, or only who has its editor
 * open. When reading fails, the shown content stays, and the next change reads again.
 */
export function useStoryChanges(
  { subjectId, cardId, of }: { subjectId: string; cardId: string; of: 'STORY' | 'EDITORS' },
  readAgain: () => Promise<unknown>,
): void {
  const onChange = useEffectEvent(() => {
    readAgain().catch(() => undefined);
  });
  useEffect(
    () =>
      followLive({
        document: BiographyChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent({ cardChanged: { card, onlyEditors } }) {
          if (card?.id === cardId && onlyEditors === (of === 'EDITORS')) onChange();
        },
      }),
    [subjectId, cardId, of],
  );
}
