import type { FragmentType } from '@apollo/client';
import Square from 'lucide-react/icons/square';
import Volume from 'lucide-react/icons/volume-2';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { useAloud } from '#web/conversations/talk/aloud.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { patience } from './choices.ts';
import { type Interviewer_SubjectFragment, Interviewer_SubjectFragmentDoc } from './Interviewer.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { useSection } from './use-section.ts';
import { VoiceSample } from './VoiceSample.tsx';

/** The settings of the interviewer: its limits, and the themes that it avoids. */
export function Interviewer({
  subject: from,
  calls,
}: {
  subject: FragmentType<Interviewer_SubjectFragment>;
  /** Whether calls are set up at this Evertold. */
  calls: boolean;
}) {
  const { data } = useKeptFragment({ fragment: Interviewer_SubjectFragmentDoc, from });
  const kept = {
    maxMinutes: String(data.maxMinutes),
    maxQuestions: String(data.maxQuestions),
    patienceMs: String(data.patienceMs),
    voice: data.voice ?? '',
    // Sends the original list too, because a conversation may add themes while the user edits.
    avoidedThemes: { text: data.avoidedThemes.join('\n'), before: data.avoidedThemes },
  };
  const section = useSection(data.id, kept, (answers, changed) => ({
    ...(changed.has('maxMinutes') && { maxMinutes: Math.round(Number(answers.maxMinutes)) }),
    ...(changed.has('maxQuestions') && { maxQuestions: Math.round(Number(answers.maxQuestions)) }),
    ...(changed.has('patienceMs') && { patienceMs: Number(answers.patienceMs) }),
    ...(changed.has('voice') && { voice: answers.voice || null }),
    ...(changed.has('avoidedThemes') && {
      avoidedThemes: themesIn(answers.avoidedThemes.text),
      avoidedThemesBefore: answers.avoidedThemes.before,
    }),
  }));
  const { answers, problems, set } = section;
  const field = (name: Exclude<keyof typeof kept, 'avoidedThemes'>) => ({
    value: answers[name],
    error: problems.fields[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <div>
        <p className="label">What it says first</p>
        <p className={`quiet ${styles.opening}`}>{data.openingWords}</p>
        {!data.whyNoTestCall && <BrowserVoice language={data.language} words={data.openingWords} />}
      </div>
      <div className={styles.two}>
        <TextField
          label="Longest conversation, in minutes"
          type="number"
          min={5}
          max={120}
          hint="The interviewer says goodbye before then."
          {...field('maxMinutes')}
        />
        <TextField
          label="Most questions in a conversation"
          type="number"
          min={1}
          max={60}
          {...field('maxQuestions')}
        />
      </div>
      <SelectField
        label="Patience in calls"
        hint={`How long it waits when somebody pauses, before it answers.${calls ? '' : ' Calls aren’t set up here yet.'}`}
        {...field('patienceMs')}
      >
        {patience.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
      {data.callVoices.length > 0 && (
        <div>
          <SelectField label="Voice on calls" hint="The phone service speaks with it." {...field('voice')}>
            <option value="">The phone service’s usual voice</option>
            {data.callVoices.map(({ name, description }) => (
              <option key={name} value={name}>
                {description}
              </option>
            ))}
          </SelectField>
          <VoiceSample subjectId={data.id} voice={answers.voice} why={data.whyNoVoiceSample} />
        </div>
      )}
      <TextAreaField
        label="Topics to avoid"
        hint="One topic on each line. Saying “Don’t ask me that” in a conversation adds one."
        value={answers.avoidedThemes.text}
        error={problems.fields.avoidedThemes}
        onChange={({ target }) => set('avoidedThemes', { ...answers.avoidedThemes, text: target.value })}
      />
      <SectionEnd section={section} what="the interview style" />
    </form>
  );
}

/** A sample of the voice that speaks when a call is tried in this browser. */
function BrowserVoice({ language, words }: { language: string; words: string }) {
  const aloud = useAloud(language);
  if (!aloud.there) return null;
  return (
    <div>
      <Button look="quiet" small onClick={() => (aloud.speaking ? aloud.stop() : aloud.speak(words))}>
        <Icon of={aloud.speaking ? Square : Volume} /> {aloud.speaking ? 'Stop' : 'Hear it'}
      </Button>
      <p className="note">
        In your browser’s own voice, which also speaks when you try a call here. No phone rings.
      </p>
    </div>
  );
}

function themesIn(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}
