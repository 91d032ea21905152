import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';

/** The skeleton of a list on the desk. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <main id="main" tabIndex={-1}>
      <header className="desk-head">
        <h1>{title}</h1>
      </header>
      <Skeleton what={title.toLowerCase()}>
        <SkeletonBar width="30rem" height="4.5rem" />
        <SkeletonLines lines={12} />
      </Skeleton>
    </main>
  );
}
