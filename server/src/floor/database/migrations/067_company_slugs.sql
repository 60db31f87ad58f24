-- The names that a company has and had in public addresses. A former one leads to the present one, and to no other company.
create table company_slug (
  slug text primary key
    constraint company_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 35),
  company_id uuid not null references company,
  taken_on timestamptz(3) not null default now(),
  -- Null: the present one.
  left_on timestamptz(3),
  -- They would be taken for pages of Parley itself.
  constraint company_slug_reserved check (slug not in (
    'about', 'account', 'admin', 'admin-panel', 'agent', 'agents', 'api', 'app', 'assets', 'auth', 'billing', 'blog', 'chat',
    'client', 'clients', 'companies', 'company', 'console', 'contact', 'demo', 'docs', 'download', 'drafts', 'email', 'events',
    'faq', 'favicon', 'files', 'forgot-password', 'guide', 'healthz', 'help', 'home', 'host', 'imprint', 'invitation', 'legal',
    'login', 'logout', 'mail', 'manifest', 'metrics', 'news', 'null', 'oauth', 'openapi', 'parley', 'pictures', 'postmaster',
    'pricing', 'privacy', 'private-chats', 'profile', 'public', 'readyz', 'register', 'register-company', 'robots', 'root',
    'search', 'security', 'service-worker', 'set-password', 'settings', 'sign-in', 'sign-out', 'sign-up', 'socket', 'static',
    'status', 'support', 'system', 'telegram', 'terms', 'test', 'ticket', 'tickets', 'two-step', 'undefined', 'upload',
    'user-guide', 'viber', 'webhook', 'webhooks', 'whatsapp', 'widget', 'www'))
);
create unique index company_slug_present on company_slug (company_id) where left_on is null;
create index company_slug_company on company_slug (company_id);

alter table company_slug enable row level security;
alter table company_slug force row level security;
create policy own_company on company_slug to parley_app
  using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on company_slug to parley_system using (true) with check (true);
grant select, insert, update, delete on company_slug to parley_app, parley_system;

-- function: slug_of 9bc1b278819e
-- function: give_company_slug 6a2c6a5c0a15
-- function: give_new_company_slug adb361445ef1
create trigger company_slug_given after insert on company for each row execute function give_new_company_slug();
