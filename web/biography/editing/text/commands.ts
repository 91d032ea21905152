import { baseKeymap, chainCommands, deleteSelection, selectAll } from '@tiptap/pm/commands';
import { history, redo, undo } from '@tiptap/pm/history';
import { ellipsis, emDash, inputRules, smartQuotes, undoInputRule } from '@tiptap/pm/inputrules';
import { keymap } from '@tiptap/pm/keymap';
import {
  type Command,
  type EditorState,
  type Plugin,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';

/** Joins the paragraph to the one before or after it. A space keeps their words apart. */
function joinParagraph(side: 'before' | 'after'): Command {
  return (state, dispatch) => {
    if (!(state.selection instanceof TextSelection)) return false;
    const { $cursor } = state.selection;
    if (!$cursor) return false;
    const atEdge =
      side === 'before' ? $cursor.parentOffset === 0 : $cursor.parentOffset === $cursor.parent.content.size;
    if (!atEdge) return false;
    const border = side === 'before' ? $cursor.before() : $cursor.after();
    const { nodeBefore, nodeAfter } = state.doc.resolve(border);
    if (!nodeBefore || !nodeAfter) return false;
    const tr = state.tr.join(border);
    const spaced = partAt(tr, border - 1);
    tr.setSelection(TextSelection.create(tr.doc, side === 'before' && spaced ? border : border - 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const joinBefore = joinParagraph('before');
export const joinAfter = joinParagraph('after');

/** Deletes a selection across paragraphs, and keeps the words that meet apart with a space. */
export const deleteAcross: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  if (empty || $from.sameParent($to)) return false;
  const tr = state.tr.deleteSelection();
  partAt(tr, $from.pos);
  tr.setSelection(TextSelection.create(tr.doc, $from.pos));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Inserts a space where two words would become one; returns whether it did. */
function partAt(tr: Transaction, at: number): boolean {
  const $at = tr.doc.resolve(at);
  const words = $at.parent.textContent;
  const [left, right] = [words[$at.parentOffset - 1], words[$at.parentOffset]];
  if (left === undefined || right === undefined || /\s/.test(left + right)) return false;
  tr.insert(at, tr.doc.type.schema.text(' '));
  return true;
}

/** Moves the paragraph with the cursor up or down; its words keep their sources. */
function moveParagraph(by: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    if (!$from.sameParent($to)) return false;
    const index = $from.index(0);
    const other = state.doc.maybeChild(index + by);
    if (!other) return false;
    const own = $from.parent;
    const start = by === 1 ? $from.before(1) : $from.before(1) - other.nodeSize;
    const pair = by === 1 ? [other, own] : [own, other];
    const tr = state.tr.replaceWith(start, start + own.nodeSize + other.nodeSize, pair);
    const moved = by === 1 ? other.nodeSize : -other.nodeSize;
    tr.setSelection(TextSelection.create(tr.doc, $from.pos + moved, $to.pos + moved));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const moveUp = moveParagraph(-1);
export const moveDown = moveParagraph(1);

/** Makes the selected paragraphs a quotation, or plain if they are one; their words keep their sources. */
export const toggleQuote: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const quoted = !isInQuote(state);
  const tr = state.tr;
  state.doc.nodesBetween(from, to, (_paragraph, pos) => {
    tr.setNodeAttribute(pos, 'quoted', quoted);
    return false;
  });
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Whether the cursor, or the start of the selection, is in a quotation. */
export function isInQuote({ selection }: EditorState): boolean {
  return selection.$from.parent.attrs.quoted === true;
}

/** At the start of a quotation, makes it plain. */
const leaveQuote: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  return empty && $from.parentOffset === 0 && isInQuote(state) ? toggleQuote(state, dispatch) : false;
};

/** The editor's key bindings, history and typographic quotes. Tab has no binding, so it moves the focus. */
export function editingPlugins(): Plugin[] {
  return [
    inputRules({ rules: [...smartQuotes, ellipsis, emDash] }),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Mod-a': selectAll,
      'Alt-ArrowUp': moveUp,
      'Alt-ArrowDown': moveDown,
      'Mod-Shift-b': toggleQuote,
      Backspace: chainCommands(undoInputRule, deleteAcross, deleteSelection, leaveQuote, joinBefore),
      'Mod-Backspace': chainCommands(deleteAcross, deleteSelection, joinBefore),
      Delete: chainCommands(deleteAcross, deleteSelection, joinAfter),
      'Mod-Delete': chainCommands(deleteAcross, deleteSelection, joinAfter),
    }),
    keymap(baseKeymap),
    history(),
  ];
}

/** Replaces the whole text, as one step that can be undone. */
export function replaceAll(state: EditorState, doc: EditorState['doc']): Transaction {
  return state.tr.replaceWith(0, state.doc.content.size, doc.content);
}
