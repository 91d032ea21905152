import { useMutation } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { GiftWay } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { cloths, languages, zonesWith } from '#web/subjects/subject-settings/choices.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { GiftCardFace } from './GiftCardFace.tsx';
import {
  ChangeGiftDocument,
  GiftRouteDocument,
  GiveGiftDocument,
  type GivenGiftFragment,
} from './gift.graphql.ts';
import styles from './gift.module.css';
import { dateInWords, firstName } from './gift-words.ts';

interface Problems {
  fields: Readonly<Record<string, string>>;
  whole: string | null;
}

const none: Problems = { fields: {}, whole: null };
const wayNames: Record<GiftWay, string> = {
  LETTER: 'By email',
  TEXT: 'By text message',
  CARD: 'By a card that I print',
};

/** The form to give or change a gift, with a live preview of its card. */
export function GiftForm({
  subjectId,
  ways,
  gift,
  onSaved,
}: {
  subjectId: string;
  /** The delivery methods that this server supports. */
  ways: readonly GiftWay[];
  /** The gift to change, or null to give a new one. */
  gift: GivenGiftFragment | null;
  onSaved: () => void;
}) {
  const [entered, setEntered] = useState(() => ({
    recipientName: gift?.recipientName ?? '',
    message: gift?.words ?? '',
    way: gift?.way ?? 'LETTER',
    recipientEmail: gift?.recipientEmail ?? '',
    recipientPhone: gift?.recipientPhone ?? '',
    deliverOn: gift?.deliverOn ?? '',
    timeZone: gift?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    cloth: gift?.cloth ?? 'spruce',
    language: gift?.language ?? 'en',
  }));
  const [problems, setProblems] = useState(none);
  const navigate = useNavigate();
  const [giveGift, giving] = useMutation(GiveGiftDocument, { refetchQueries: [GiftRouteDocument] });
  const [changeGift, changing] = useMutation(ChangeGiftDocument);
  const { recipientName, message, way, cloth, language, timeZone, deliverOn } = entered;
  const name = firstName(recipientName) || 'them';
  const set = (field: keyof typeof entered) => (event: { target: { value: string } }) => {
    setEntered((before) => ({ ...before, [field]: event.target.value }));
    setProblems((before) => ({ whole: null, fields: { ...before.fields, [field]: '' } }));
  };
  const text = (field: keyof typeof entered) => ({
    value: entered[field],
    onChange: set(field),
    error: problems.fields[field],
  });

  async function save(draft: boolean): Promise<void> {
    if (giving.loading || changing.loading) return;
    const missing = missingIn(entered);
    if (missing) return setProblems({ fields: missing, whole: null });
    const input = {
      ...{ recipientName, message, deliverOn, timeZone, cloth, language, draft },
      recipientEmail: way === 'LETTER' ? entered.recipientEmail : '',
      recipientPhone: way === 'CARD' ? '' : entered.recipientPhone,
    };
    const answer = await (gift
      ? changeGift({ variables: { input: { id: gift.id, ...input } } }).then(({ data }) => data?.updateGift)
      : giveGift({ variables: { input } }).then(({ data }) => data?.createGift)
    ).catch(() => undefined);
    if (!answer) {
      const whole =
        'The connection broke before Evertold answered. Check below whether it was saved before you try again.';
      return setProblems({ fields: {}, whole });
    }
    if (answer.__typename !== 'Gift') return setProblems(problemsOf(answer));
    onSaved();
    if (draft) return notify('success', 'Draft saved');
    if (answer.way === 'CARD') {
      await navigate(`/dashboard/${encodeURIComponent(subjectId)}/gift-another-loved-one/${answer.id}/`, {
        viewTransition: true,
      });
      return notify('success', 'The card is ready to print');
    }
    return notify('success', `It will be sent to ${name} on ${dateInWords(answer.deliverOn)}`);
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void save(false);
  }
  return (
    <div className={styles.give}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {problems.whole && <Notice kind="error" title={problems.whole} />}
        <TextField
          label="Who is it for?"
          autoComplete="off"
          maxLength={60}
          required
          {...text('recipientName')}
        />
        <TextAreaField
          label="What would you like to say?"
          rows={4}
          maxLength={1000}
          hint="The card shows it as you write it."
          {...text('message')}
        />
        <div className={styles.two}>
          <TextField
            label="Deliver on"
            type="date"
            min={dayFromNow(0)}
            max={dayFromNow(365)}
            hint="At 9 in the morning, their time. Leave it empty for today."
            {...text('deliverOn')}
          />
          <SelectField label="How" {...text('way')}>
            {ways.map((each) => (
              <option key={each} value={each}>
                {wayNames[each]}
              </option>
            ))}
          </SelectField>
        </div>
        {!ways.includes('TEXT') && (
          <p className="note">Text messages aren’t set up here, so a gift can’t go by text.</p>
        )}
        {way === 'LETTER' && (
          <TextField
            label="Their email"
            type="email"
            autoComplete="off"
            hint="We use it for this gift and one reminder two weeks later."
            {...text('recipientEmail')}
          />
        )}
        {way === 'TEXT' && (
          <TextField
            label="Their mobile number"
            type="tel"
            autoComplete="off"
            hint="We send one text about the gift and one reminder two weeks later, between 9 and 6 where they live."
            {...text('recipientPhone')}
          />
        )}
        <SelectField
          label="Their time zone"
          hint="We deliver the gift on that day in their time zone."
          {...text('timeZone')}
        >
          {zonesWith(timeZone).map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Their language"
          hint="For our letter and the card, and for the book that they begin with it."
          {...text('language')}
        >
          {languages.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="label">Cloth</legend>
          <div className={styles.cloths}>
            {cloths.map(({ value, title }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="cloth"
                  value={value}
                  checked={cloth === value}
                  onChange={set('cloth')}
                />
                <span className="cloth" data-cloth={value} />
                {title}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="row">
          <Button type="submit" busy={giving.loading || changing.loading} phoneWide>
            {gift && gift.status !== 'DRAFT' ? 'Save the changes' : `Give it to ${name}`}
          </Button>
          {gift?.status !== 'SCHEDULED' && (
            <Button look="quiet" onClick={() => void save(true)}>
              Save as a draft
            </Button>
          )}
          {gift && (
            <Button look="text" onClick={onSaved}>
              Leave it as it is
            </Button>
          )}
        </div>
        <p className="note">You can change or cancel it until it’s delivered.</p>
      </form>
      <section className={styles.side} aria-label={`The card as ${name} will see it`}>
        <GiftCardFace recipientName={recipientName} message={message} cloth={cloth} language={language} />
        <p className="note">It comes with a code that opens the gift once, within a year.</p>
      </section>
    </div>
  );
}

/** The required fields that are empty, or null when nothing is missing. */
function missingIn(entered: Record<string, string>): Record<string, string> | null {
  const missing = {
    ...(!entered.recipientName?.trim() && { recipientName: 'Enter a name' }),
    ...(entered.way === 'LETTER' &&
      !entered.recipientEmail?.trim() && { recipientEmail: 'Enter their email' }),
    ...(entered.way === 'TEXT' &&
      !entered.recipientPhone?.trim() && { recipientPhone: 'Enter their number' }),
  };
  return Object.keys(missing).length > 0 ? missing : null;
}

function problemsOf(refusal: {
  message: string;
  issues?: readonly { path: string; message: string }[];
}): Problems {
  if (!refusal.issues) return { fields: {}, whole: refusal.message };
  return {
    fields: Object.fromEntries(refusal.issues.map(({ path, message }) => [path, `This ${message}`])),
    whole: null,
  };
}

/** A day as the value of a date input, by this device's clock. */
function dayFromNow(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return day.toISOString().slice(0, 10);
}
