export const planted = import('#api/subjects/service.ts');
