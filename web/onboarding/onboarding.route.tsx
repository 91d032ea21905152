import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { OnboardingLayout } from './OnboardingLayout.tsx';
import { OnboardingDocument, type OnboardingQuery } from './onboarding.graphql.ts';
import { AboutStep } from './steps/AboutStep.tsx';
import { ConsentStep } from './steps/ConsentStep.tsx';
import { DoneStep } from './steps/DoneStep.tsx';
import { InviteStep } from './steps/InviteStep.tsx';
import { PhoneStep } from './steps/PhoneStep.tsx';
import { QuestionStep } from './steps/QuestionStep.tsx';
import { WhoStep } from './steps/WhoStep.tsx';
import { currentStep, type Step } from './steps.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(OnboardingDocument, {});
}

/** Starts a book step by step; a later visit resumes at the saved step. */
export function Component() {
  const { data } = useReadQuery(useLoaderData<typeof loader>());
  const [search] = useSearchParams();
  const asked = search.get('step');
  const kept = data.onboarding;
  // After a finished onboarding, opening the page without a step starts another book.
  const anew = Boolean(kept?.finishedAt) && (asked === null || asked === 'who');
  const step = search.has('new') && asked === null ? 'WHO' : currentStep(asked, kept, Boolean(kept?.subject));
  const subject = anew ? null : (kept?.subject ?? null);
  const self = subject ? subject.isSelf : kept?.forWhom === 'MYSELF';
  return (
    <OnboardingLayout step={step} who={{ name: subject?.preferredName ?? null, self }}>
      <CurrentStep key={step} step={step} data={data} anew={anew || search.has('new')} self={self} />
    </OnboardingLayout>
  );
}

function CurrentStep({
  step,
  data,
  anew,
  self,
}: {
  step: Step;
  data: OnboardingQuery;
  anew: boolean;
  self: boolean;
}) {
  const saved = data.onboarding;
  const subject = saved?.subject ?? null;
  const { forWhom = null } = saved ?? {};
  const calls = data.schedulableChannels.includes('PHONE');
  const isGift = forWhom === 'GIFT' && subject !== null;
  if (step === 'ABOUT')
    return <AboutStep subject={subject} self={self} myName={data.me?.name ?? ''} isGift={isGift} />;
  if (step === 'WHO' || !saved || !subject) {
    const ownBook = data.subjects.edges.find(({ node }) => node.isSelf)?.node ?? null;
    const begun = subject ? (subject.isSelf ? 'MYSELF' : 'LOVED_ONE') : null;
    return (
      <WhoStep
        forWhom={anew ? null : isGift ? begun : forWhom}
        begun={begun}
        ownBook={ownBook}
        calls={calls}
      />
    );
  }
  switch (step) {
    case 'PHONE':
      return <PhoneStep subject={subject} calls={calls} />;
    case 'CONSENT':
      return <ConsentStep subject={subject} saved={saved} />;
    case 'FIRST_QUESTION':
      return <QuestionStep subject={subject} />;
    case 'INVITE':
      return <InviteStep subject={subject} />;
    default:
      return <DoneStep subject={subject} />;
  }
}

export function Loading() {
  return (
    <OnboardingLayout step="WHO" who={{ name: null, self: false }}>
      <Skeleton what="the next step">
        <SkeletonBar width="26rem" height="3rem" />
        <SkeletonLines lines={5} />
      </Skeleton>
    </OnboardingLayout>
  );
}
