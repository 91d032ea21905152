import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './arrange.module.css';

type Named = { id: string; title: string };

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Rows that are dragged by their grips, with a mouse, a pen or a finger. Who uses the keyboard has buttons beside. */
export function SortableRows({
  rows,
  onOrder,
  children,
}: {
  rows: readonly Named[];
  /** Called with the ids in their new order, and the row that was moved. */
  onOrder: (ids: string[], moved: Named) => void;
  children: ReactNode;
}) {
  // A press of a grip is no drag yet.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const ids = rows.map(({ id }) => id);
  const titleOf = (id: string | number) => rows.find((row) => row.id === id)?.title ?? '';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `You are moving ${titleOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${titleOf(active.id)}: place ${ids.indexOf(String(over.id)) + 1} of ${ids.length}.` : undefined,
    // The new place is announced once it is saved.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => `${titleOf(active.id)} stays where it was.`,
  };

  function drop({ active, over }: DragEndEvent) {
    const moved = rows.find(({ id }) => id === active.id);
    if (!over || !moved || over.id === active.id) return;
    onOrder(arrayMove(ids, ids.indexOf(moved.id), ids.indexOf(String(over.id))), moved);
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

export function SortableRow({
  row: { id, title },
  disabled,
  children,
}: {
  row: Named;
  disabled: boolean;
  children: ReactNode;
}) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled,
  });
  return (
    <li
      ref={setNodeRef}
      data-row={id}
      data-dragged={isDragging || undefined}
      style={transform ? { transform: `translateY(${transform.y}px)`, transition } : undefined}
    >
      <span
        ref={setActivatorNodeRef}
        className={styles.grip}
        title={`Drag to move: ${title}`}
        aria-hidden="true"
        {...listeners}
      >
        <Icon of={GripVertical} />
      </span>
      {children}
    </li>
  );
}
