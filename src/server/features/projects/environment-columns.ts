/** What is read of an environment. */
export const environmentColumns = [
  'id',
  'key',
  'name',
  'colour',
  'position',
  'protected',
  'requiredApprovals',
  'sampling',
  'moveLimitPer100k',
  'headNumber',
] as const
