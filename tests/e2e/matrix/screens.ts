import type { World } from './world.ts'

/** A state of a screen: its path, and a text that an owner sees there. `leadsTo` is the target of a redirect. */
export type Screen = { readonly at: string; readonly shows: string | RegExp; readonly leadsTo?: string }

const later = 'at=2999-01-01T00:00:00.000Z'
const unknown = 'x'.repeat(43)
const flag = '/p/shop/flags/checkout'

/**
 * Every path of the web UI as its router names it, with the states to check. A path that is missing here or in the
 * router fails the tests.
 */
export const screens = ({ reviewed, conflicted, webhook, invitation }: World): Record<string, readonly Screen[]> => ({
  '/setup': [
    { at: '/setup?step=project', shows: 'project' },
    { at: '/setup?step=environments&project=empty', shows: 'Production' },
  ],
  '/device': [
    { at: '/device', shows: 'Code' },
    { at: '/device?code=BBBB-BBBB', shows: 'No sign-in request matches this code' },
  ],
  '/invite/$token': [
    { at: `/invite${invitation}`, shows: 'Join shop' },
    { at: `/invite/${unknown}`, shows: 'This link isn’t valid' },
  ],
  '/forgot': [{ at: '/forgot', shows: 'Send reset link' }],
  '/reset/$token': [{ at: `/reset/${unknown}`, shows: 'Set password' }],
  '/projects': [
    { at: '/projects', shows: 'All projects you can access' },
    { at: '/projects?new=true', shows: 'Create project' },
  ],
  '/p/$project': [{ at: '/p/shop', shows: 'The checkout', leadsTo: '/p/shop/flags' }],
  '/p/$project/home': [{ at: '/p/shop/home', shows: 'Needs you' }],
  '/p/$project/import': [{ at: '/p/shop/import', shows: 'Choose files' }],
  '/p/$project/import/$source': [
    { at: '/p/shop/import/1', shows: '1 flag from flagd' },
    { at: '/p/shop/import/99', shows: /import/ },
  ],
  '/p/$project/promises': [
    { at: '/p/shop/promises', shows: 'Sweden waits' },
    { at: '/p/empty/promises', shows: 'No promises yet' },
  ],
  '/p/$project/flags': [
    { at: '/p/shop/flags', shows: 'The checkout' },
    { at: '/p/shop/flags?q=nothing', shows: 'No flags match' },
    { at: '/p/shop/flags?status=archived', shows: 'Gone' },
    { at: `/p/shop/flags?${later}`, shows: 'checkout' },
    { at: '/p/shop/flags?new=true', shows: 'Create flag' },
    { at: '/p/shop/flags?new=true&like=express-pay-2', shows: 'express-pay-2' },
    { at: '/p/shop/flags?sel=checkout,hero&peek=hero', shows: '2 flags selected' },
    { at: '/p/shop/flags?act=copy:development+checkout+production', shows: 'What changes' },
    { at: '/p/shop/flags?act=on+nope+production', shows: /nope/ },
    { at: '/p/nope/flags', shows: 'Couldn’t find this project' },
  ],
  '/p/$project/flags/$flag': [
    { at: flag, shows: 'Nordic launch' },
    { at: `${flag}?env=production`, shows: 'Production' },
    { at: `${flag}?${later}`, shows: 'This view is read-only' },
    { at: '/p/shop/flags/gone', shows: 'This flag is archived' },
    { at: '/p/shop/flags/nope', shows: 'Couldn’t find this flag' },
  ],
  '/p/$project/flags/$flag/ramp': [
    { at: `${flag}/ramp`, shows: 'This flag has no ramps yet' },
    { at: '/p/shop/flags/ramped/ramp?env=development', shows: 'on is at 1%' },
  ],
  '/p/$project/ramps': [
    { at: '/p/shop/ramps', shows: 'ramped' },
    { at: '/p/empty/ramps', shows: 'No active ramps' },
  ],
  '/p/$project/experiments': [
    { at: '/p/shop/experiments', shows: 'Does it sell more?' },
    { at: '/p/shop/experiments?state=draft', shows: 'Still a draft' },
    { at: '/p/shop/experiments?q=nothing', shows: 'No experiments match “nothing”' },
    { at: '/p/empty/experiments', shows: 'No experiments yet' },
  ],
  '/p/$project/experiments/new': [
    { at: '/p/shop/experiments/new', shows: 'What is it about?' },
    { at: '/p/shop/experiments/new?flag=checkout&env=development', shows: 'Who takes part' },
  ],
  '/p/$project/experiments/$experiment': [
    { at: '/p/shop/experiments/running', shows: 'Too early' },
    { at: '/p/shop/experiments/unseen', shows: 'No users yet' },
    { at: '/p/shop/experiments/draft', shows: 'Not started yet' },
    { at: '/p/shop/experiments/nope', shows: 'Couldn’t find this experiment' },
  ],
  '/p/$project/experiments/$experiment/people': [
    { at: '/p/shop/experiments/running/people', shows: 'Who reported them' },
    { at: '/p/shop/experiments/draft/people', shows: 'No users yet' },
  ],
  '/p/$project/experiments/$experiment/health': [
    { at: '/p/shop/experiments/running/health', shows: 'Nobody in two variants' },
    { at: '/p/shop/experiments/draft/health', shows: 'Nothing to check yet' },
  ],
  '/p/$project/experiments/$experiment/setup': [
    { at: '/p/shop/experiments/running/setup', shows: 'can’t be edited' },
    { at: '/p/shop/experiments/draft/setup', shows: 'Save setup' },
  ],
  '/p/$project/flags/$flag/usage': [
    { at: `${flag}/usage?env=development`, shows: 'Development served on' },
    { at: '/p/shop/flags/hero/usage', shows: 'No evaluation' },
  ],
  '/p/$project/flags/$flag/around': [{ at: `${flag}/around?env=production`, shows: /checkout/ }],
  '/p/$project/flags/$flag/history': [
    { at: `${flag}/history`, shows: 'Half of them' },
    { at: '/p/shop/flags/hero/history?env=production', shows: 'The flag at that time' },
  ],
  '/p/$project/flags/$flag/code': [
    { at: `${flag}/code?runtime=react`, shows: 'Copy code' },
    { at: '/p/shop/flags/hero/code', shows: 'Hero' },
  ],
  '/p/$project/flags/$flag/settings': [{ at: '/p/shop/flags/hero/settings', shows: 'Lifetime' }],
  '/p/$project/segments': [
    { at: '/p/shop/segments', shows: '1 segment' },
    { at: '/p/shop/segments?new=true', shows: 'Create segment' },
  ],
  '/p/$project/segments/$segment': [
    { at: '/p/shop/segments/staff', shows: 'Who is in this segment' },
    { at: '/p/shop/segments/nope', shows: 'Couldn’t find this segment' },
  ],
  '/p/$project/segments/$segment/history': [
    { at: '/p/shop/segments/staff/history', shows: 'What changed in this revision' },
  ],
  '/p/$project/metrics': [
    { at: '/p/shop/metrics', shows: 'Total value of purchase' },
    { at: '/p/empty/metrics', shows: 'No metrics yet' },
  ],
  '/p/$project/metrics/$metric': [
    { at: '/p/shop/metrics/sales?env=development', shows: '3 users seen in 7 days' },
    { at: '/p/shop/metrics/nope', shows: 'Couldn’t find this metric' },
  ],
  '/p/$project/metrics/events': [
    { at: '/p/shop/metrics/events', shows: 'What people paid' },
    { at: '/p/empty/metrics/events', shows: 'No events yet' },
  ],
  '/p/$project/metrics/events/$event': [
    { at: '/p/shop/metrics/events/purchase', shows: 'Rows that were not kept' },
    { at: '/p/shop/metrics/events/nope', shows: 'Couldn’t find this event' },
  ],
  '/p/$project/metrics/sources': [
    { at: '/p/shop/metrics/sources', shows: 'order' },
    { at: '/p/empty/metrics/sources', shows: 'No sources yet' },
  ],
  '/p/$project/metrics/sources/$source': [
    { at: '/p/shop/metrics/sources/orders', shows: 'Read now' },
    { at: '/p/shop/metrics/sources/nope', shows: 'Couldn’t find this source' },
  ],
  '/p/$project/contexts': [{ at: '/p/shop/contexts', shows: 'The data applications send' }],
  '/p/$project/history': [
    { at: '/p/shop/history', shows: 'What changed in this revision' },
    { at: '/p/shop/history?env=development&v=2&vs=1', shows: /Revision 2/ },
    { at: '/p/shop/history?flag=checkout&range=day', shows: 'No evaluations in this time' },
  ],
  '/p/$project/compare': [
    { at: '/p/shop/compare?a=development&b=production', shows: 'checkout' },
    { at: `/p/shop/compare?a=development&b=production&only=all&${later}`, shows: 'checkout' },
  ],
  '/p/$project/playground': [
    { at: '/p/shop/playground', shows: 'Recently seen' },
    { at: '/p/shop/playground?who=user-1+country%3DNO&flag=checkout&env=development', shows: 'serves on' },
    { at: '/p/shop/playground?who=user-1+country%3DNO&columns=production,staging', shows: 'production' },
  ],
  '/p/$project/changes': [
    { at: '/p/shop/changes', shows: 'Change reviewed' },
    { at: '/p/shop/changes?tab=mine', shows: 'Created by me' },
    { at: '/p/shop/changes?tab=scheduled', shows: 'Nothing scheduled' },
    { at: '/p/shop/changes?tab=all', shows: 'Meanwhile' },
  ],
  '/p/$project/changes/$change': [
    { at: `/p/shop/changes/${reviewed}`, shows: 'Why now?' },
    { at: `/p/shop/changes/${conflicted}`, shows: 'This change' },
    { at: '/p/shop/changes/9999', shows: 'Couldn’t find this change' },
    { at: '/p/shop/changes/first', shows: 'Couldn’t find this change' },
  ],
  '/p/$project/activity': [
    { at: '/p/shop/activity', shows: 'Ada created flag' },
    { at: '/p/shop/activity?from=2000-01-01&to=2000-01-02', shows: 'No activity matches this filter' },
  ],
  '/p/$project/connect': [{ at: '/p/shop/connect?env=development&flag=checkout', shows: 'All keys' }],
  '/p/$project/builds': [
    { at: '/p/shop/builds?env=development', shows: 'shop-web' },
    { at: '/p/shop/builds?env=production', shows: 'No live builds in Production' },
    { at: '/p/shop/builds?env=development&show=old', shows: 'No old builds in Development' },
  ],
  '/p/$project/around': [
    { at: '/p/shop/around?env=production', shows: /No dependencies here|Whole project/ },
    { at: '/p/shop/around?focus=flag:checkout&env=production', shows: /checkout/ },
  ],
  '/p/$project/cleanup': [
    { at: '/p/shop/cleanup', shows: /No flag|flag/ },
    { at: '/p/shop/cleanup?show=remove', shows: /No flag|flag/ },
    { at: '/p/shop/cleanup?show=keep&q=nothing', shows: 'No flags match “nothing”' },
  ],
  '/p/$project/settings': [{ at: '/p/shop/settings', shows: 'General', leadsTo: '/p/shop/settings/general' }],
  '/p/$project/settings/general': [{ at: '/p/shop/settings/general', shows: 'General' }],
  '/p/$project/settings/environments': [
    { at: '/p/shop/settings/environments', shows: 'Each environment has its own history' },
    { at: '/p/shop/settings/environments?env=production', shows: 'Required approvals' },
    { at: '/p/shop/settings/environments?new=true', shows: 'Create environment' },
  ],
  '/p/$project/settings/members': [{ at: '/p/shop/settings/members', shows: 'vera@example.com' }],
  '/p/$project/settings/webhooks': [
    { at: '/p/shop/settings/webhooks', shows: 'Deploy bot' },
    { at: `/p/shop/settings/webhooks?hook=${webhook}`, shows: 'Send test' },
  ],
  '/p/$project/settings/sources': [
    { at: '/p/shop/settings/sources', shows: 'No sources yet' },
    { at: '/p/shop/settings/sources?source=nope', shows: 'No sources yet' },
  ],
  '/p/$project/settings/layers': [
    { at: '/p/shop/settings/layers', shows: '100% free' },
    { at: '/p/empty/settings/layers', shows: 'No layers yet' },
  ],
  '/p/$project/settings/danger': [{ at: '/p/shop/settings/danger', shows: 'Archive project' }],
  '/inbox': [
    { at: '/inbox', shows: 'Waiting for me' },
    { at: '/inbox?tab=mine', shows: 'Waiting for me' },
  ],
  '/me': [{ at: '/me', shows: 'Change name', leadsTo: '/me/profile' }],
  '/me/profile': [{ at: '/me/profile', shows: 'Change name' }],
  '/me/security': [{ at: '/me/security', shows: 'Add passkey' }],
  '/me/sessions': [{ at: '/me/sessions', shows: 'this browser' }],
  '/me/tokens': [{ at: '/me/tokens', shows: 'Laptop' }],
  '/me/appearance': [{ at: '/me/appearance', shows: 'System' }],
  '/me/shortcuts': [{ at: '/me/shortcuts', shows: 'Enable single-key shortcuts' }],
  '/org': [{ at: '/org', shows: 'ada@example.com', leadsTo: '/org/users' }],
  '/org/users': [{ at: '/org/users', shows: 'ada@example.com' }],
  '/org/sso': [
    { at: '/org/sso', shows: 'No providers yet' },
    { at: '/org/sso?provider=new', shows: 'If a provider fails' },
  ],
  '/org/service-tokens': [{ at: '/org/service-tokens?project=shop', shows: 'Pipeline' }],
  '/org/audit': [
    { at: '/org/audit', shows: 'Integrity check' },
    { at: '/org/audit?project=shop&what=flag.create', shows: 'created flag checkout' },
  ],
  '/status': [{ at: '/status', shows: 'Last migration' }],
  '/$': [{ at: '/nowhere', shows: 'Page not found' }],
  '/': [{ at: '/', shows: 'The checkout', leadsTo: '/p/shop/flags' }],
  // Signed-in users are redirected from the sign-in page. A separate test checks it signed out.
  '/login': [{ at: '/login', shows: 'The checkout', leadsTo: '/p/shop/flags' }],
})

/** The same screen in the empty project, if it belongs to a project. */
export const inEmpty = ({ at }: Screen): Screen | undefined =>
  at.startsWith('/p/shop') ? { at: at.replace('/p/shop', '/p/empty'), shows: '' } : undefined

/** The screens that signed-out visitors see. */
export const signedOut = ({ invitation }: World): readonly Screen[] => [
  { at: '/login', shows: 'Sign in with a passkey' },
  { at: '/p/shop/flags', shows: 'Sign in with a passkey', leadsTo: '/login' },
  { at: '/forgot', shows: 'Send reset link' },
  { at: `/reset/${unknown}`, shows: 'Set password' },
  { at: `/invite${invitation}`, shows: 'Join shop' },
  { at: `/invite/${unknown}`, shows: 'This link isn’t valid' },
]
