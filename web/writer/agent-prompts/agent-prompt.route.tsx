/** There is no agent prompt but the built-in one, so none at any such address. */
export { Broken as ErrorBoundary, Missing as Component } from '#web/app/errors.tsx';
