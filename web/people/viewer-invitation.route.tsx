/** A reader's invitation uses the same page as any other; the invitation itself says what it is for. */
export { Component, ErrorBoundary, Loading, loader } from './invitation.route.tsx';
