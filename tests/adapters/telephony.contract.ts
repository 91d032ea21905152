import { expect, test } from 'vitest';
import { CallRefused, type Dialling, type TelephonyPort } from '#api/adapters/telephony/port.ts';

export const dialling: Dialling = {
  to: '+12025550118',
  voiceUrl: 'https://evertold.test/hooks/twilio/voice?call=1',
  statusUrl: 'https://evertold.test/hooks/twilio/status?call=1',
  since: new Date(),
  again: false,
};

/** What every phone service does: `placed` gives the numbers that were called, in order. */
export function telephonyContract(open: () => { port: TelephonyPort; placed: () => string[] }) {
  const unknown = 'CA99999999999999999999999999999999';

  test('has a number and an account if it can call phones', () => {
    const { port } = open();
    expect([port.number !== null, port.accountId !== null]).toEqual([port.dials, port.dials]);
  });

  test('offers voices if it can call phones, each once', () => {
    const { port } = open();
    expect(port.voices.length > 0).toBe(port.dials);
    expect(new Set(port.voices.map(({ name }) => name)).size).toBe(port.voices.length);
  });

  test('calls the number, or refuses for good', async () => {
    const { port, placed } = open();
    const before = placed().length;
    const dialled = port.dial(dialling);
    if (port.dials) expect(await dialled).not.toBe('');
    else await expect(dialled).rejects.toBeInstanceOf(CallRefused);
    expect(placed().slice(before)).toEqual(port.dials ? [dialling.to] : []);
  });

  test('calls once when it is asked again, or refuses again', async () => {
    const { port, placed } = open();
    const call = { ...dialling, to: '+12025550119', since: new Date() };
    const dial = (again: boolean) => port.dial({ ...call, again }).catch((error: Error) => error.name);
    const first = await dial(false);
    expect(await dial(true)).toBe(first);
    expect(placed().filter((to) => to === call.to)).toHaveLength(port.dials ? 1 : 0);
  });

  test('knows the calls that it placed to a number since a moment, and no others', async () => {
    const { port } = open();
    const call = { ...dialling, to: '+12025550124', since: new Date() };
    expect(await port.placedSince(call)).toBeNull();
    const id = port.dials ? await port.dial(call) : null;
    expect(await port.placedSince(call)).toBe(id);
    expect(await port.placedSince({ ...call, since: new Date(Date.now() + 60_000) })).toBeNull();
    expect(await port.placedSince({ ...call, to: '+12025550125' })).toBeNull();
  });

  test('does nothing when a call that is over is hung up', async () => {
    const { port } = open();
    await port.hangUp(unknown);
  });

  test('has no recording that was not made, and removes none', async () => {
    const { port } = open();
    expect(await port.recordingsOf(unknown)).toEqual([]);
    expect(await port.recordingState('RE99')).toBeNull();
    expect(await port.openRecording('RE99', AbortSignal.timeout(10_000))).toBeNull();
    await port.removeRecording({ callId: unknown, id: 'RE99' });
  });

  const statusUrl = 'https://evertold.test/hooks/twilio/recording?call=1';

  test('records a live call once and knows the recording until it is removed, or records nothing', async () => {
    const { port } = open();
    const call = { ...dialling, to: '+12025550122', since: new Date() };
    const callId = port.dials ? await port.dial(call) : unknown;
    const id = await port.startRecording({ callId, statusUrl, again: false });
    expect(id !== null).toBe(port.dials);
    if (!id) return;
    expect(await port.startRecording({ callId, statusUrl, again: true })).toBe(id);
    expect(await port.recordingsOf(callId)).toEqual([id]);
    expect(await port.recordingState(id)).toEqual({ isComplete: false, durationSeconds: 0 });
    await port.removeRecording({ callId, id });
    expect([await port.recordingState(id), await port.recordingsOf(callId)]).toEqual([null, []]);
  });

  test('records no call that is over', async () => {
    const { port } = open();
    const callId = port.dials
      ? await port.dial({ ...dialling, to: '+12025550123', since: new Date() })
      : unknown;
    await port.hangUp(callId);
    expect(await port.startRecording({ callId, statusUrl, again: false })).toBeNull();
  });

  test('recognizes no request that it did not sign', () => {
    const { port } = open();
    const form = new URLSearchParams({ CallSid: 'CA1' });
    for (const signature of ['', 'c2lnbmVkIGJ5IG5vYm9keQ==']) {
      expect(port.isProviders({ url: dialling.voiceUrl, form, signature })).toBe(false);
    }
  });
}
