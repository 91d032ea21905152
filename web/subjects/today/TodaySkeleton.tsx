import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import styles from './today.module.css';

/** The skeleton of Today: a story and the column beside it. */
export function TodaySkeleton() {
  return (
    <main className="wrap" id="main" tabIndex={-1}>
      <Skeleton what="today">
        <div className={styles.front}>
          <div>
            <SkeletonBar width="10rem" height="1.4rem" />
            <div className={styles.flat}>
              <SkeletonBar width="100%" height="18rem" />
            </div>
            <SkeletonBar width="24rem" height="2.4rem" />
            <SkeletonLines lines={4} />
          </div>
          <div className={`stack ${styles.aside}`}>
            <SkeletonBar width="16rem" height="5rem" />
            <div>
              <SkeletonBar width="7rem" height="1.4rem" />
              <SkeletonLines lines={2} />
            </div>
            <div>
              <SkeletonBar width="12rem" height="1.4rem" />
              <SkeletonLines lines={4} />
            </div>
          </div>
        </div>
      </Skeleton>
    </main>
  );
}
