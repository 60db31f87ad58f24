-- A name in lower-case Latin letters, digits and single hyphens, short enough for a number behind it. Cyrillic and Greek are
-- written by their sound, accents are left out; of what is left nothing, or too little, is 'company'.
create or replace function slug_of(name text) returns text language sql stable
set search_path = pg_catalog, public, pg_temp
return (
  with letters (sounds) as (values ('{
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
    "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "sht", "ъ": "a", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "ї": "yi",
    "є": "ye", "ґ": "g", "ў": "w", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "ђ": "dj", "џ": "dz",
    "α": "a", "ά": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "έ": "e", "ζ": "z", "η": "i", "ή": "i", "θ": "th", "ι": "i",
    "ί": "i", "ϊ": "i", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "ό": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "ύ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o", "ώ": "o", "&": " and "
  }'::jsonb)),
  written (latin) as (
    select string_agg(coalesce(sounds ->> letter, letter), '' order by position)
    from letters, regexp_split_to_table(lower(name), '') with ordinality as one (letter, position)),
  plain (slug) as (
    select trim('-' from left(trim('-' from regexp_replace(
      lower(unaccent('unaccent'::regdictionary, coalesce(latin, ''))), '[^a-z0-9]+', '-', 'g')), 29))
    from written)
  select case when length(slug) < 3 then concat_ws('-', nullif(slug, ''), 'company') else slug end from plain
);
