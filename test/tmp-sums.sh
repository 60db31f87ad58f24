cd /work/wt/search/server/src/floor/database
for m in migrations/19[1-9]*.sql; do
 for f in $(grep -o '^-- function: [a-z_]*' $m | cut -d' ' -f3); do
  [ -f functions/$f.sql ] && h=$(sha256sum functions/$f.sql | cut -c1-12) && sed -i "s/^-- function: $f .*/-- function: $f $h/" $m
 done
done
