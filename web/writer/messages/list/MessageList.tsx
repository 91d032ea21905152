import { useApolloClient } from '@apollo/client/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { MessageFilter } from '#web/app/generated/schema-types.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveAsCsv } from '../../csv/SaveAsCsv.tsx';
import type { WriterMessagesQuery } from '../messages.graphql.ts';
import { useKey } from '../use-key.ts';
import { keepList, keptList, presentSession } from './kept-rows.ts';
import styles from './MessageList.module.css';
import { MessageRow_MessageFragmentDoc } from './MessageRow.graphql.ts';
import { conversationPath, MessageRow } from './MessageRow.tsx';
import { NewAbove } from './NewAbove.tsx';
import { OlderRow } from './OlderRow.tsx';
import { useMessages } from './use-messages.ts';
import { useRowsBegin } from './use-rows-begin.ts';

const columns = ['Time', 'Subject', 'Phone', 'By', 'Role', 'Message'];
/** Older messages are requested when fewer rows than this remain. */
const aheadOfEnd = 60;

/**
 * All messages that match a filter, newest first. Only rows near the viewport are rendered. A list that was left
 * some hours ago at most is shown as it was, with what changed since.
 */
export function MessageList({
  place,
  first,
  filter,
  empty,
}: {
  /** The entry of the browser's history, with the filter. */
  place: string;
  first: WriterMessagesQuery;
  filter: MessageFilter;
  empty: ReactNode;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const atTop = () => (list.current?.getBoundingClientRect().top ?? 0) > -8;
  const [kept] = useState(() => keptList(place));
  const [readIn] = useState(presentSession);
  const messages = useMessages(first, filter, { atTop, kept });
  const { rows, waiting, older, live, paused, setPaused, showWaiting, loadOlder } = messages;
  const [selectedId, setSelectedId] = useState(kept?.selectedId ?? null);
  const current = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === selectedId),
  );
  const margin = useRowsBegin(list);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 68,
    overscan: 12,
    scrollMargin: margin,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    ...(kept && { initialMeasurementsCache: kept.measured }),
  });
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () =>
      keepList(place, { ...messages.keep(), selectedId, measured: virtual.takeSnapshot() }, readIn);
  });
  useEffect(() => () => keep.current(), []);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const reachable = items.some(({ index }) => index === current) ? current : items[0]?.index;
  useEffect(() => {
    if (older === 'more' && last >= rows.length - aheadOfEnd) loadOlder();
  });

  const renderedRow = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  const focusing = useRef(false);
  useEffect(() => {
    const row = focusing.current && renderedRow(current);
    if (row) focusRow(row);
  });
  function focusRow(row: HTMLElement) {
    focusing.current = false;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  }
  function moveTo(wanted: number) {
    const index = Math.max(0, Math.min(rows.length - 1, wanted));
    const row = rows[index];
    if (!row) return;
    // A rendered row is focused directly: scrolling by the virtualizer would continue to move the page until it is
    // done.
    const rendered = renderedRow(index);
    if (rendered) return focusRow(rendered);
    focusing.current = true;
    setSelectedId(row.node.id);
    virtual.scrollToIndex(index, { align: 'auto' });
  }
  function showNew() {
    // Rendered before scrolling: measuring a new row during the scroll would move the page back.
    flushSync(showWaiting);
    // Not smooth: rows that come in would interrupt the scroll.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }
  useKey('n', () => waiting.length > 0 && showNew());
  useKey('p', () => setPaused(!paused));
  // From anywhere on the page, without a click on the list first: the first press goes to the first row.
  useKey('j', () => moveTo(selectedId === null ? 0 : current + 1));
  useKey('k', () => moveTo(selectedId === null ? 0 : current - 1));

  const open = useOpenConversation();
  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    if (event.target instanceof Element && event.target.closest('a, button, [role="dialog"]')) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      moveTo(to);
    } else if (event.key === 'Enter') {
      open(rows[current]?.node.id);
    } else if (event.key === ' ') {
      // Prevents scrolling of the page even when the row has nothing to expand.
      event.preventDefault();
      for (const more of event.currentTarget.querySelectorAll<HTMLElement>(
        `[data-index="${current}"] [data-more]`,
      ))
        more.click();
    }
  }

  return (
    <section className={`leaf ${styles.sheet}`} aria-label="Messages">
      {!live && (
        <Notice kind="warn" title="New messages do not come in any more">
          <p>Load the page again to follow them.</p>
        </Notice>
      )}
      <div className={styles.tail}>
        {live && (
          <>
            <span className="note">
              {paused ? (
                'New messages wait until you ask for them'
              ) : (
                <>
                  <span className="live-dot" /> New messages come in here
                </>
              )}
            </span>
            <Button look="text" small onClick={() => setPaused(!paused)}>
              {paused ? 'Continue' : 'Pause'}
            </Button>
          </>
        )}
        <span className="row-end">
          <SaveAsCsv list="messages" filter={filter} />
        </span>
      </div>
      <NewAbove count={waiting.length} onShow={showNew} />
      <table className={`table ${styles.table}`} aria-label="Messages, newest first" aria-rowcount={-1}>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={list} onKeyDown={onKeyDown}>
          <Gap height={(items[0]?.start ?? margin) - margin} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <tr
                  key={key}
                  ref={virtual.measureElement}
                  aria-rowindex={index + 2}
                  data-index={index}
                  tabIndex={index === reachable ? 0 : -1}
                  onFocus={() => setSelectedId(row.node.id)}
                  onDoubleClick={() => open(row.node.id)}
                >
                  <MessageRow message={row.node} />
                </tr>
              )
            );
          })}
          <Gap height={virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)} />
        </tbody>
      </table>
      {rows.length === 0 && older === 'none' ? (
        empty
      ) : (
        <OlderRow older={older} count={rows.length} onRetry={loadOlder} />
      )}
    </section>
  );
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.gap}>
      <td colSpan={columns.length} style={{ height }} />
    </tr>
  );
}

/** Opens the conversation of a message on screen. */
function useOpenConversation() {
  const client = useApolloClient();
  const navigate = useNavigate();
  return (messageId: string | undefined) => {
    if (!messageId) return;
    const message = client.readFragment({
      id: client.cache.identify({ __typename: 'Message', id: messageId }) ?? '',
      fragment: MessageRow_MessageFragmentDoc,
      fragmentName: 'MessageRow_message',
    });
    if (message) void navigate(conversationPath(message), { viewTransition: true });
  };
}
