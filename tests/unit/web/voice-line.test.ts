import { describe, expect, test } from 'vitest';
import { cameoRings, cameoTone, initialsOf, loops, speech } from '#web/ui/voice-line.ts';

describe('The voice line', () => {
  test('the voice line is flat in silence', () => {
    expect(loops([0, 0, 0], { width: 30, height: 20 })).toBe('M0 20L10 20L20 20L30 20');
  });

  test('the voice line starts and ends on the base line, in one stroke', () => {
    const d = loops([0, 0.8, 1, 0], { width: 80, height: 30, x: 5, y: 40 });

    expect(d.startsWith('M5 40')).toBe(true);
    expect(d.endsWith(' 85 40')).toBe(true);
    expect(d.match(/M/g)).toHaveLength(1);
  });

  test('speech gives the same amplitudes for the same seed, never above 1', () => {
    const amps = speech('alma', 60);

    expect(speech('alma', 60)).toEqual(amps);
    expect(amps).toHaveLength(60);
    expect(Math.max(...amps)).toBeLessThanOrEqual(1);
    expect(speech('des', 60)).not.toEqual(amps);
  });
});

describe('A cameo', () => {
  test('a cameo has the same rings and tone for the same person, and fewer rings when it is small', () => {
    expect(cameoRings('alma')).toEqual(cameoRings('alma'));
    expect(cameoRings('alma', true)).toHaveLength(2);
    expect(cameoTone('alma')).toBe(cameoTone('alma'));
  });

  test('initials are the first letters of the first and the last name', () => {
    expect(initialsOf('Alma Teixeira Rourke')).toBe('AR');
    expect(initialsOf('Lourdes')).toBe('L');
    expect(initialsOf('  ')).toBe('?');
  });
});
