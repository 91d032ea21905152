export { Component } from '#web/app/layouts/with-data.tsx';
