import { serveMakings } from './makings/process/serve.ts';

serveMakings();
