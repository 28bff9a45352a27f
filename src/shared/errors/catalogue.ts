/**
 * Every refusal Fanion can give, once: HTTP status, tRPC code, whether the same call may succeed later, and the
 * sentence for people. The sentence may be made more exact where the error is raised; the code never changes.
 */
type Row = { status: number; trpc: TrpcCode; retry: boolean; sentence: string }

export type TrpcCode =
  | 'BAD_REQUEST'
  | 'PAYLOAD_TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_CONTENT'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'

const row = (status: number, trpc: TrpcCode, sentence: string, retry = false): Row => ({
  status,
  trpc,
  retry,
  sentence,
})
const notFound = (noun: string) => row(404, 'NOT_FOUND', `This ${noun} doesn’t exist, or you don’t have access to it.`)
const taken = (noun: string) => row(409, 'CONFLICT', `Another ${noun} already uses this key.`)
const refused = (sentence: string) => row(422, 'UNPROCESSABLE_CONTENT', sentence)

export const catalogue = {
  'request/invalid': row(400, 'BAD_REQUEST', 'Some fields aren’t valid. Check them and try again.'),
  'request/too-large': row(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large.'),
  'request/rate-limited': row(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait a moment, then try again.', true),
  'auth/sign-in-required': row(401, 'UNAUTHORIZED', 'Sign in to continue.'),
  'auth/wrong-credentials': row(401, 'UNAUTHORIZED', 'The email or password is incorrect.'),
  'auth/token-invalid': row(401, 'UNAUTHORIZED', 'This key or token isn’t valid on this server.'),
  'auth/token-expired': row(401, 'UNAUTHORIZED', 'This key or token has expired.'),
  'auth/second-factor-required': row(401, 'UNAUTHORIZED', 'Enter the code from your authenticator app.'),
  'auth/confirm-required': row(403, 'FORBIDDEN', 'Confirm it’s you to continue.'),
  'auth/forbidden': row(403, 'FORBIDDEN', 'Your role doesn’t allow this.'),
  'auth/origin-not-allowed': row(403, 'FORBIDDEN', 'This client key can’t be used from this origin.'),
  'project/not-found': notFound('project'),
  'environment/not-found': notFound('environment'),
  'flag/not-found': notFound('flag'),
  'segment/not-found': notFound('segment'),
  'change/not-found': notFound('change'),
  'revision/not-found': notFound('revision'),
  'key/not-found': notFound('SDK key'),
  'user/not-found': notFound('user'),
  'member/not-found': notFound('member'),
  'session/not-found': notFound('session'),
  'token/not-found': notFound('token'),
  'passkey/not-found': notFound('passkey'),
  'provider/not-found': notFound('sign-in provider'),
  'invitation/not-found': notFound('invitation'),
  'webhook/not-found': notFound('webhook'),
  'device/not-found': row(
    404,
    'NOT_FOUND',
    'No sign-in request matches this code. Codes work once and expire after ten minutes.',
  ),
  'attribute/not-found': notFound('attribute'),
  'view/not-found': notFound('view'),
  'import/not-found': notFound('import'),
  'promise/not-found': notFound('promise'),
  'run/not-found': notFound('run'),
  'event/not-found': notFound('event'),
  'metric/not-found': notFound('metric'),
  'experiment/not-found': notFound('experiment'),
  'layer/not-found': notFound('layer'),
  'source/not-found': notFound('source'),
  'freeze/not-found': notFound('freeze'),
  'project/key-taken': taken('project'),
  'environment/key-taken': taken('environment'),
  'flag/key-taken': taken('flag'),
  'segment/key-taken': taken('segment'),
  'member/exists': row(409, 'CONFLICT', 'This person is already a member.'),
  'user/email-taken': row(409, 'CONFLICT', 'An account with this email address already exists.'),
  'provider/key-taken': taken('sign-in provider'),
  'promise/key-taken': taken('promise'),
  'event/key-taken': taken('event'),
  'metric/key-taken': taken('metric'),
  'experiment/key-taken': taken('experiment'),
  'layer/key-taken': taken('layer'),
  'promise/broken': row(409, 'CONFLICT', 'This breaks a promise.'),
  'promise/unproven': row(409, 'CONFLICT', 'It can’t be proven that this keeps a promise.'),
  'promise/about': row(409, 'CONFLICT', 'A promise is about this flag. Edit or remove the promise first.'),
  'view/name-taken': row(409, 'CONFLICT', 'A view with this name already exists.'),
  'setup/done': row(409, 'CONFLICT', 'This Fanion server is already set up. Sign in instead.'),
  'environment/in-use': row(409, 'CONFLICT', 'Open changes use this environment. Publish or withdraw them first.'),
  'attribute/in-use': row(409, 'CONFLICT', 'Live rules use this attribute with a different type.'),
  'environment/last': row(409, 'CONFLICT', 'A project needs at least one environment.'),
  'flag/archived': row(409, 'CONFLICT', 'This flag is archived. Restore it to edit it.'),
  'flag/not-archived': row(409, 'CONFLICT', 'Only an archived flag can be deleted. Archive it first.'),
  'flag/in-use': row(409, 'CONFLICT', 'Open changes use this flag. Publish or withdraw them first.'),
  'flag/required-by': row(409, 'CONFLICT', 'This flag is a prerequisite of other flags.'),
  'segment/in-use': row(409, 'CONFLICT', 'Flags or segments use this segment.'),
  'event/in-use': row(409, 'CONFLICT', 'Metrics use this event. Edit or archive them first.'),
  'metric/in-use': row(409, 'CONFLICT', 'Runs that are still open use this metric.'),
  'variant/in-use': row(409, 'CONFLICT', 'This variant is in use.'),
  'flag/read-by-build': row(409, 'CONFLICT', 'A registered build still uses this flag.'),
  'flag/invalid': refused('The flag isn’t valid.'),
  'segment/invalid': refused('The segment isn’t valid.'),
  'flag/value-type': refused('A value doesn’t match the flag’s type.'),
  'flag/schema-violation': refused('A value doesn’t match the flag’s JSON Schema.'),
  'rule/unknown-variant': refused('A rule uses a variant that doesn’t exist.'),
  'rule/unknown-segment': refused('A rule uses a segment that doesn’t exist.'),
  'rule/unknown-run': refused('A rule names a run that isn’t open here.'),
  'rule/weights': refused('The percentages of a split don’t add up.'),
  'rule/operator-mismatch': refused('An operator doesn’t fit its attribute or values.'),
  'rule/unsafe-pattern': refused('A regular expression could run too slowly to be safe.'),
  'rule/unproven-pattern': row(
    422,
    'UNPROCESSABLE_CONTENT',
    'A regular expression couldn’t be proven safe in time. Make it shorter, or try again in a minute.',
    true,
  ),
  'flag/prerequisite-circle': refused('The prerequisites are circular.'),
  'segment/circle': refused('The segments refer to each other in a circle.'),
  'revision/stale': row(409, 'CONFLICT', 'Someone else published this flag or segment after you opened it.'),
  'change/approval-required': row(409, 'CONFLICT', 'This environment requires approval before publishing.'),
  'impact/second-look': row(409, 'CONFLICT', 'More contexts would move than may without a review.'),
  'reading/would-be-lost': row(409, 'CONFLICT', 'Other systems’ SDKs would no longer get a flag they read.'),
  'change/own-approval': row(403, 'FORBIDDEN', 'You can’t approve your own change.'),
  'change/wrong-state': row(409, 'CONFLICT', 'This isn’t possible in the change’s current state.'),
  'change/edited': row(409, 'CONFLICT', 'The change was edited after you opened it. Reload to see the latest version.'),
  'change/effect-changed': row(409, 'CONFLICT', 'The change does more now than was approved. It’s back in review.'),
  'change/conflicted': row(409, 'CONFLICT', 'The change conflicts with a later publish.'),
  'run/overlaps': row(409, 'CONFLICT', 'Another run of this flag is open there.'),
  'run/wrong-state': row(409, 'CONFLICT', 'This isn’t possible in the ramp’s current state.'),
  'run/touched': row(409, 'CONFLICT', 'The flag isn’t as its run left it.'),
  'experiment/wrong-state': row(409, 'CONFLICT', 'This isn’t possible in the experiment’s current state.'),
  'layer/full': row(409, 'CONFLICT', 'The layer has no room for so many.'),
  'layer/in-use': row(409, 'CONFLICT', 'Experiments hold parts of this layer.'),
  'experiment/invalid': refused('The experiment isn’t valid.'),
  'ramp/invalid': refused('The ramp isn’t valid.'),
  'metric/invalid': refused('The metric isn’t valid.'),
  'member/last-admin': row(409, 'CONFLICT', 'You can’t remove a project’s last admin.'),
  'member/last-owner': row(409, 'CONFLICT', 'You can’t remove the last owner.'),
  'invitation/expired': row(410, 'NOT_FOUND', 'This invitation has expired.'),
  'invitation/used': row(410, 'NOT_FOUND', 'This invitation has already been used.'),
  'provider/unreachable': refused('The sign-in provider can’t be used.'),
  'webhook/address-not-allowed': refused('This URL isn’t allowed for a webhook.'),
  'promise/unreadable': refused('This can’t be read as a promise.'),
  'import/unreadable': refused('These files can’t be read as flags of another system.'),
  'import/wrong-state': row(409, 'CONFLICT', 'This isn’t possible in the import’s current state.'),
  'import/blocked': refused('Some of the chosen flags can’t be imported yet.'),
  'limit/reached': refused('You’ve reached a limit.'),
  'server/unavailable': row(
    503,
    'SERVICE_UNAVAILABLE',
    'The database isn’t available. Check whether your change was saved, then try again.',
    true,
  ),
  'server/internal': row(
    500,
    'INTERNAL_SERVER_ERROR',
    'Something went wrong on the server. Include the request ID when you report it.',
    true,
  ),
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof catalogue
