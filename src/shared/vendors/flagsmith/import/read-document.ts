import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { FsDocumentSegment, FsEnvironmentDocument, FsFeatureState, FsIdentityOverride } from './environment-document.ts'

const featureOf = (state: unknown): unknown =>
  isFields(state) && isFields(state['feature']) ? state['feature']['name'] : undefined

const identityOf = (override: unknown): string =>
  `identity ${String(isFields(override) ? override['identifier'] : undefined)}`

/** The references to each feature from overrides. Without a readable override, the feature's value is unknown. */
const overridesIn = (value: unknown): Map<unknown, Reference[]> => {
  const found = new Map<unknown, Reference[]>()
  const add = (states: unknown, theirs: string) => {
    for (const state of listed(states)) {
      const feature = featureOf(state)
      found.set(feature, [...(found.get(feature) ?? []), { kind: 'segment', theirs }])
    }
  }
  const document = isFields(value) ? value : {}
  const project = isFields(document['project']) ? document['project'] : {}
  for (const { id, feature_states: states } of listed(project['segments'])) add(states, String(id))
  for (const override of listed(document['identity_overrides']))
    add(override['identity_features'], identityOf(override))
  return found
}

const rulesFor = (value: unknown): readonly MemberRule[] => {
  const overrides = overridesIn(value)
  return [
    {
      kind: 'flag',
      at: ['feature_states'],
      schema: FsFeatureState,
      keyOf: featureOf,
      uses: (state) => overrides.get(featureOf(state)) ?? [],
    },
    {
      kind: 'segment',
      at: ['project', 'segments'],
      schema: FsDocumentSegment,
      keyOf: (segment) => (isFields(segment) ? segment['id'] : undefined),
    },
    { kind: 'segment', at: ['identity_overrides'], schema: FsIdentityOverride, keyOf: identityOf },
  ]
}

export const readFsDocument = (file: string, value: unknown): ReadMembers<FsEnvironmentDocument> =>
  readMembers(FsEnvironmentDocument, { file, vendor: 'Flagsmith', value, rules: rulesFor(value) })
