const EXPORT = '^s j j Esc'

/** Keys for each screen by their names in the bindings, pressed in turn. */
const keys = {
  overview: `j j k Tab j Tab j S-Tab zn zn d d r R Y @ j Esc ? j ^d Esc : c r e d Esc t j j Enter
    ${EXPORT} | e Enter [ ] - Esc gu go 3 1 g Esc t 2 0 2 6 Esc Tab Enter`,
  usage: `j j k h h l F F sn sc sd si so m m M . . . n N zm z+ z+ z- z0 / o p u s Enter Esc / ! x Esc Esc ${EXPORT} | Enter j sn Esc
    Tab j F F F F sc sn m . n / r e a d Enter Enter Esc Esc
    Tab j F m m m . n sd Enter Esc Tab j F F sc m m . n Enter Esc S-Tab ^s Esc Y t 9 0 d Enter`,
  people: `j j k sn sd st ss sm sq sr so sp sf sb sg sx sk sl sh sa sy sv se si su sc / c r e d i t s > 1 k Enter Esc Space j Space j Space =
    l l h sd Esc G gg zd sw j j zd zp zp yy yi yj ${EXPORT} | Y zn zn Enter l l l h j j ${EXPORT} m . Esc / n o p e Enter Esc
    / c r d i t s > 1 Esc ^d ^u`,
  readiness: `j k st sl sp sd sn sl zp zp d d w w / c h e c k Enter Esc yy yi yj ${EXPORT} | Enter j j h l za za J K n n N f f f f i i ( ) < > w w d
    d ym yy yi yj / t e s t Enter n n N Esc ^s Esc Enter j Enter Esc Tab j Enter Tab Esc Y Esc Esc`,
  controls: `j k n n N w w W / s a n d Enter Esc yy yi yj ${EXPORT} | Y Enter j j h l za za zM zR J K n n N w W f f f f zs j j ^d zs j ^d zs
    ( ( ) < < > yp ya yy yj Tab Tab b j j Enter Esc Esc / s a n d b o x . * * Enter Esc ${EXPORT} Enter j j l l h za zM zR / a l l o w
    Enter n n N Esc yp b Esc x Esc Esc Esc`,
  ci: `j j k st ss sr sr n N f f f / p a y Enter Esc J K yy yi yu yj ${EXPORT} | Y Enter j h l za yp yv yy yj / i d Enter n Esc Esc`,
}

export type RecordedScreen = keyof typeof keys

/** `gg`, `sn`, `z+` are two keys of the terminal; names such as `Enter` and `^s` are one. */
const split = (key: string): string[] => (/^[gszy].$/u.test(key) ? [...key] : [key])
const tourOf = (text: string): string[] => text.split(/\s+/).flatMap(split)
export const tours = Object.fromEntries(Object.entries(keys).map(([screen, text]) => [screen, tourOf(text)])) as Record<
  RecordedScreen,
  string[]
>
