import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import styles from './book.module.css';

const chapters = ['52%', '75%', '60%', '83%', '68%', '53%', '76%', '61%'];

/** The skeleton of the book. */
export function BookLoading() {
  return (
    <>
      <div className={`wrap ${styles.bar}`} />
      <div className={`leaf ${styles.leaf}`}>
        <div className={`wrap ${styles.read}`} aria-busy="true">
          <div className={`${styles.toc} ${styles.side}`} aria-hidden="true">
            {chapters.map((width) => (
              <div key={width} className={styles.waiting}>
                <SkeletonBar width={width} height=".9rem" />
                <SkeletonBar width="40%" height=".6rem" />
              </div>
            ))}
          </div>
          <main id="main" tabIndex={-1}>
            <Skeleton what="the book">
              <div className={styles.chap}>
                <SkeletonBar width="17rem" height="2.6rem" />
              </div>
            </Skeleton>
            <StoryLoading />
          </main>
        </div>
      </div>
    </>
  );
}

/** The skeleton of a story. */
export function StoryLoading() {
  return (
    <Skeleton what="the story">
      <div className={styles.storyHead}>
        <SkeletonBar width="26rem" height="2.4rem" />
      </div>
      <div className={styles.wide}>
        <SkeletonLines lines={3} last="78%" />
        <br />
        <SkeletonLines lines={5} last="34%" />
        <br />
        <SkeletonLines lines={4} last="62%" />
      </div>
    </Skeleton>
  );
}
