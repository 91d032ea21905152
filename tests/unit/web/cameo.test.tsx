// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Cameo } from '#web/ui/Cameo.tsx';

afterEach(cleanup);

describe('A cameo', () => {
  test('a cameo shows the photo, and the initials when the photo cannot be loaded', () => {
    const { container, rerender } = render(<Cameo of="1" name="Teresa Rourke" photo="/media/1" />);
    const photo = container.querySelector('img');
    expect(photo?.getAttribute('src')).toBe('/media/1');
    expect(screen.queryByText('TR')).toBeNull();

    if (photo) fireEvent.error(photo);
    expect(screen.getByText('TR')).toBeDefined();

    rerender(<Cameo of="1" name="Teresa Rourke" photo="/media/2" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/2');
  });
});
