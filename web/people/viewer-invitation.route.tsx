/** Reader invitations use the page of all invitations, which shows the role. */
export { Component, ErrorBoundary, Loading, loader } from './invitation.route.tsx';
