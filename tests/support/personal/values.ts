export const name = 'Zephyrine Quillfeather';
export const email = 'zephyrine.quillfeather@hippocampus.test';
export const unreachable = 'balthasar.krummhorn@hippocampus.test';
export const phone = '+12025550143';
export const password = 'Brimborium-7-Vlinderstruik';
export const newPassword = 'Ondergrondse-9-Sesquipedal';
export const story =
  'The brass clavicytherium on Vasaborg quay played all night for my brother Thelonious and nobody slept.';
export const secrets = {
  AUTH_SECRET: 'Kaleidophon-auth-secret-that-nobody-may-ever-read',
  METRICS_TOKEN: 'Mellotron-metrics-token',
  MODEL_KEY_DEFAULT: 'sk-Ondes-Martenot',
};
export const smtpPassword = 'Glasharmonika';

/** Words that stand nowhere but in what people said, wrote, are called or keep secret. */
export const personal = [
  ...['Zephyrine', 'Quillfeather', 'hippocampus', 'Balthasar', 'Krummhorn', '2025550143', 'Ottoline'],
  ...['Vantongeren', 'Brimborium', 'Vlinderstruik', 'Ondergrondse', 'Sesquipedal', 'clavicytherium'],
  ...['Vasaborg', 'Thelonious', 'Nachtegaal', 'Zonnebloem', 'Wintertuin', 'Kaleidophon', 'Mellotron'],
  ...['Ondes-Martenot', 'Glasharmonika', 'Theremin-Vox'],
];
