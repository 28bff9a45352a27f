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
