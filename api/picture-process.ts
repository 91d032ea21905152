import { servePictures } from './platform/pictures/process.ts';

servePictures();
