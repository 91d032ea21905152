export const name = 'Zephyrine Quillfeather';
export const email = 'zephyrine.quillfeather@hippocampus.test';
export const unreachable = 'balthasar.krummhorn@hippocampus.test';
export const phone = '+12025550143';
/** The phone that consents on the public page, and one that can't be texted. */
export const otherPhone = '+12025550144';
export const unreachablePhone = '+12025550145';
/** The admin's address. */
export const teamEmail = 'leopoldine.ravenhorst@hippocampus.test';
export const password = 'Brimborium-7-Vlinderstruik';
export const newPassword = 'Ondergrondse-9-Sesquipedal';
export const story =
  'The brass clavicytherium on Vasaborg quay played all night for my brother Thelonious and nobody slept.';
export const secrets = {
  AUTH_SECRET: 'Kaleidophon-auth-secret-that-nobody-may-ever-read',
  METRICS_TOKEN: 'Mellotron-metrics-token',
  MODEL_KEY_DEFAULT: 'sk-Ondes-Martenot',
  TWILIO_ACCOUNT_SID: 'ACWaldteufel',
  TWILIO_AUTH_TOKEN: 'Serpentaria-carrier-token',
  TWILIO_PHONE_NUMBER: '+12025550100',
};
export const smtpPassword = 'Glasharmonika';

/** Words that occur only in what people said, wrote, are called or keep secret. */
export const personal = [
  ...['Zephyrine', 'Quillfeather', 'hippocampus', 'Balthasar', 'Krummhorn', '2025550143', 'Ottoline'],
  ...['Vantongeren', 'Brimborium', 'Vlinderstruik', 'Ondergrondse', 'Sesquipedal', 'clavicytherium'],
  ...['Vasaborg', 'Thelonious', 'Nachtegaal', 'Zonnebloem', 'Wintertuin', 'Kaleidophon', 'Mellotron'],
  ...['Ondes-Martenot', 'Glasharmonika', 'Theremin-Vox', '2025550144', '2025550145', '2025550100'],
  ...['Leopoldine', 'Ravenhorst', 'Waldteufel', 'Serpentaria', 'Basset-Hoorn'],
];
