import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { makeFirstModel, modelsFor } from '#api/platform/models.ts';
import { openSettings } from '#api/platform/settings.ts';
import { server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({
  MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  MODEL_NAME: 'quill-1',
  MODEL_KEY_DEFAULT: 'a key',
  ALLOW_PRIVATE_ADDRESSES: 'yes',
});

describe('The models', () => {
  test('begin with the one that the configuration names, made once', async () => {
    await makeFirstModel(server().config.firstModel);

    const models = await db.model.findMany();
    expect(models.map(({ name, tasks }) => [name, tasks])).toEqual([['quill-1', ['interview', 'write']]]);
    const callable = {
      name: 'quill-1',
      provider: 'openai-compatible',
      modelName: 'quill-1',
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: 'a key',
    };
    expect(await modelsFor('write')).toEqual([callable]);
    expect(await modelsFor('interview')).toEqual([callable]);
  });

  test.each([
    'http://127.0.0.1:9/v1',
    'http://localhost:9/v1',
    'http://[::1]:9/v1',
    'http://10.0.0.7/v1',
    'http://169.254.1.1/v1',
  ])('at %s are not asked unless the configuration allows it', async (baseUrl) => {
    openSettings({ ...server().config, allowPrivateAddresses: false });
    await db.model.updateMany({ data: { baseUrl } });

    expect(await modelsFor('write')).toEqual([]);

    openSettings(server().config);
    expect(await modelsFor('write')).toHaveLength(1);
  });
});
