import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { forgetSession } from '#web/app/session.ts';
import { e164Of, PhoneField } from '#web/onboarding/PhoneField.tsx';
import { AccountForm, type FormAnswer, nothingWrong } from '../AccountForm.tsx';
import { OtherWays } from '../OtherWays.tsx';
import type { WaysIn } from '../onward.ts';
import { refused } from '../refusals.ts';
import { useReturnPath } from '../return-path.ts';
import { SignInWays } from '../SignInWays.tsx';
import { CodeEntry } from './CodeEntry.tsx';
import { sendCode, signInWithCode } from './calls.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
export { waysIn as loader } from '../onward.ts';

/** Signs in by phone: first the account's number, then the six digits texted to it. */
export function Component() {
  const [typed, setTyped] = useState('');
  const [phone, setPhone] = useState<string | null>(null);
  if (phone === null) return <PhoneStep typed={typed} onTyped={setTyped} onSent={setPhone} />;
  return <CodeStep phone={phone} onOther={() => setPhone(null)} />;
}

interface PhoneAnswer extends FormAnswer {
  problem?: string;
}

function PhoneStep({
  typed,
  onTyped,
  onSent,
}: {
  typed: string;
  onTyped: (typed: string) => void;
  onSent: (phone: string) => void;
}) {
  const form = useFormAction<PhoneAnswer>(send, nothingWrong);

  async function send(): Promise<PhoneAnswer> {
    const phone = e164Of(typed);
    if (!phone) return { ...nothingWrong, problem: typed.trim() ? 'Check the number' : 'Enter your number' };
    const refusal = await refused(() => sendCode(phone));
    if (refusal) return { ...nothingWrong, refusal };
    onSent(phone);
    return nothingWrong;
  }

  return (
    <AccountForm
      title="Sign in"
      heading="Welcome back"
      ways={<SignInWays />}
      form={form}
      act="Send me a code"
      acting="Sending it"
      otherWays={<Others />}
      foot={<Foot />}
    >
      <PhoneField
        label="Mobile number"
        name="phone"
        autoComplete="tel"
        value={typed}
        onValue={onTyped}
        hint="The one in your settings. If no account has it, no text comes."
        error={form.state.problem}
        autoFocus={typed !== ''}
      />
    </AccountForm>
  );
}

interface CodeAnswer extends FormAnswer {
  problem?: string;
}

function CodeStep({ phone, onOther }: { phone: string; onOther: () => void }) {
  const { returnPath } = useReturnPath();
  const navigate = useNavigate();
  const form = useFormAction<CodeAnswer>(enter, nothingWrong);

  async function enter(entered: FormData): Promise<CodeAnswer> {
    const code = textOf(entered, 'code');
    if (code.length < 6) return { ...nothingWrong, problem: 'Enter all six digits' };
    const refusal = await refused(() => signInWithCode(phone, code));
    if (refusal) return { ...nothingWrong, refusal };
    forgetSession();
    await navigate(returnPath, { replace: true, viewTransition: true });
    return nothingWrong;
  }

  return (
    <AccountForm
      title="Sign in"
      heading="Enter the code"
      ways={<SignInWays />}
      form={form}
      act="Sign in"
      acting="Signing in"
      otherWays={<Others />}
      foot={<Foot />}
    >
      <CodeEntry
        phone={phone}
        error={form.state.problem}
        onOther={onOther}
        onAgain={() => refused(() => sendCode(phone))}
      />
    </AccountForm>
  );
}

function Others() {
  const { returnPath, withReturn } = useReturnPath();
  const { providers } = useLoaderData<WaysIn>();
  return <OtherWays providers={providers} returnPath={returnPath} errorPath={withReturn('/sign-in')} />;
}

function Foot() {
  const { withReturn } = useReturnPath();
  return (
    <>
      New here? <Link to={withReturn('/sign-up')}>Create an account</Link>
    </>
  );
}
