/** A round-robin queue by owner. */
export class TurnQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  get size(): number {
    return this.#waiting.size;
  }

  add(owner: string, item: T) {
    const own = this.#waiting.get(owner);
    if (own) own.push(item);
    else this.#waiting.set(owner, [item]);
  }

  /** Takes the oldest item of the next owner; null when the queue is empty. */
  take(): T | null {
    const [next] = this.#waiting;
    if (!next) return null;
    const [owner, own] = next;
    const item = own.shift() as T;
    this.#waiting.delete(owner);
    if (own.length) this.#waiting.set(owner, own);
    return item;
  }

  /** Removes an item; true when it was still waiting. */
  remove(owner: string, item: T): boolean {
    const own = this.#waiting.get(owner) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return false;
    own.splice(at, 1);
    if (!own.length) this.#waiting.delete(owner);
    return true;
  }
}
