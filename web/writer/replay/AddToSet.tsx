import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import {
  WriterAddReplayTurnDocument,
  WriterReplaySetDocument,
  WriterReplaySetsDocument,
} from './replay.graphql.ts';
import { kindNames } from './replay-words.ts';

/** Adds the conversation that the playground shows to a set, at the chosen turn. */
export function AddToSet({ conversationId, turn }: { conversationId: string; turn: number | null }) {
  const { data, error, refetch } = useQuery(WriterReplaySetsDocument);
  const [chosen, setChosen] = useState('');
  const [add, adding] = useMutation(WriterAddReplayTurnDocument, {
    refetchQueries: [WriterReplaySetsDocument, WriterReplaySetDocument],
  });
  if (error && !data) return <DidNotLoad what="The replay sets" again={refetch} />;
  if (!data) return null;
  const set = data.replaySets.find(({ id }) => id === chosen) ?? data.replaySets[0];
  if (!set)
    return (
      <p className="note">
        To compare versions with this conversation,{' '}
        <Link to="/writer/playground/sets/">create a replay set</Link>.
      </p>
    );
  const { id: setId, name } = set;
  async function submit() {
    const input = { setId, conversationId, ...(turn !== null && { turn }) };
    const answer = await add({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.addReplayTurn) : noAnswer;
    if (why) tell(why);
    else void notify('success', `Added to the set ${name}`);
  }
  return (
    <div className="row">
      <SelectField label="Replay set" value={set.id} onChange={({ target }) => setChosen(target.value)}>
        {data.replaySets.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name} ({kindNames[each.kind].toLowerCase()})
          </option>
        ))}
      </SelectField>
      <Button look="quiet" busy={adding.loading} onClick={() => void submit()}>
        Add to the set
      </Button>
    </div>
  );
}
