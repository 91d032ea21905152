/** A reader's invitation is opened as any other: what it is for stands on it. */
export { Component, ErrorBoundary, Loading, loader } from './invitation.route.tsx';
