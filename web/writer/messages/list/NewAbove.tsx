import styles from './MessageList.module.css';

/** Offers to show new messages that arrived while the reader is further down, so that nothing on screen moves. */
export function NewAbove({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={styles.above} role="status">
      {count > 0 && (
        <button type="button" className={styles.fresh} onClick={onShow}>
          <span className="live-dot" />
          {count === 1 ? '1 new message above. Show it' : `${count} new messages above. Show them`}{' '}
          <kbd>N</kbd>
        </button>
      )}
    </div>
  );
}
