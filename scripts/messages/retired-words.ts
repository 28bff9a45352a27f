/**
 * Words that no message uses any more, by the word that took their place. The catalogue is held against
 * them by a test, so that a word that was given up does not come back with the next screen.
 */
export const retiredText: ReadonlyMap<RegExp, string> = new Map([
  [/\b(some|every)body\b/i, 'someone, everyone'],
  [/\bprograms?\b(?! that reads)/i, 'application, or command-line tool'],
  [/\baudit trail\b|\bthe trail\b/i, 'audit log'],
  [/\bwhile off\b/i, 'when off'],
  [/\bdivided by\b/i, 'bucketed by'],
  [/\bown default\b|\bdefault of the program\b/i, 'default in code'],
  [/\bkeeps contexts\b|\bkeeps no contexts\b/i, 'sampling contexts'],
  [/\brebased?\b|\bon top of what is published\b/i, 'update to latest'],
  [/\blapsed?\b/i, 'dismissed'],
  [/\bpast the review\b/i, 'without approval'],
  [/\broll(ed)? back\b/i, 'restore, or undo'],
  [/\btake(n)? off (its|the) schedule\b/i, 'unschedule'],
  [/\bsen[dt] back\b(?! for changes)/i, 'request changes'],
  [/\bthis Fanion\b(?! server)/i, 'this instance, or this server'],
  [/\bworks (until|for)\b(?! (one|ten))/i, 'expires'],
  [/\btold of\b/i, 'events'],
  [/\bat that moment\b|\banother moment\b/i, 'at that time'],
  [/\b(you|they|who) may not\b(?! have)/i, 'don’t have permission to'],
  [/\bfor good\b/i, 'permanently'],
  [/\bmeanwhile\b/i, 'since you started'],
  [/\bis (no|none of the)\b(?! longer)/i, 'isn’t'],
  [
    /\b(cannot|could not|did not|does not|is not|are not|was not|has not)\b(?=.* .* .*)/i,
    'a contraction, such as can’t',
  ],
  [/\bcolour|\bbehaviour\b|\brecognise|\blicence\b/i, 'American spelling'],
  [/\b(oops|please|simply)\b/i, 'nothing: leave it out'],
  [/\bhalf a minute\b/i, '30 seconds'],
  [/(\d|\}) %/, '25%, without a space'],
  [/\bthe last line\b/i, '“everyone else”'],
  [/\banother answer\b/i, 'a different variant'],
])
