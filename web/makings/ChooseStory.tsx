import { SelectField } from '#web/ui/Field.tsx';
import type { PublishedChapter } from './MakeForm.tsx';

/** Chooses one of the published stories, grouped by chapter; a form reads its id as `story`. */
export function ChooseStory({
  chapters,
  story,
  onStory,
}: {
  chapters: readonly PublishedChapter[];
  story: string;
  onStory: (id: string) => void;
}) {
  return (
    <SelectField label="Story" name="story" value={story} onChange={({ target }) => onStory(target.value)}>
      {chapters.map(({ key, title, cards }) => (
        <optgroup key={key} label={title}>
          {cards.map((card) => (
            <option key={card.id} value={card.id}>
              {card.title}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
