"""Makes the scripted tables (seeded): imitations of exports of named systems. python make_tables.py"""
import random, csv, datetime as D
R = random.Random(20261123)
def w(name, head, rows, sep=",", enc="utf-8"):
    with open("data/" + name, "w", newline="", encoding=enc) as f:
        c = csv.writer(f, delimiter=sep); c.writerow(head); c.writerows(rows)
ch = lambda xs, ws=None: R.choices(xs, ws)[0]
def day(a, b): return a + D.timedelta(days=R.randrange((b - a).days + 1))
FN = "Anna Ben Carla David Emma Femi Grace Hassan Ines Jonas Kofi Laura Mehmet Nina Oscar Priya Quinn Rosa Samuel Tara Uwe Vera Will Yuki Zoe".split()
LN = "Abbott Becker Castillo Diaz Ellis Fischer Grant Hughes Ito Jansen Khan Lopez Meyer Novak Okafor Patel Quist Reed Silva Turner Ueda Vogel Walsh Young Zimmer".split()
# S1 Shopify orders (bakery)
P = [("Sourdough loaf 800g", 6.5, "BR-001"), ("Rye bread", 5.9, "BR-002"), ("Cinnamon bun (box of 6)", 15.0, "PA-010"), ("Croissant", 2.6, "PA-011"), ("Birthday cake - chocolate", 42.0, "CK-100"), ("Birthday cake - lemon", 39.0, "CK-101"), ("Gluten free brownie", 3.8, "PA-014"), ("Gift card", 25.0, "")]
rows = []; n = 1001
d = D.datetime(2025, 1, 4, 8)
while n < 1216:
    d += D.timedelta(hours=R.randrange(2, 60), minutes=R.randrange(60), seconds=R.randrange(60))
    name = ch(FN) + " " + ch(LN); mail = name.lower().replace(" ", ".") + "@" + ch(["gmail.com", "outlook.com", "example.org"])
    k = ch([1, 2, 3], [6, 3, 1]); items = [(p, ch([1, 2, 3, 4, 10], [10, 5, 3, 1, .4])) for p in R.sample(P, k)]
    sub = sum(p[1] * q for p, q in items); code = ch(["", "WELCOME10", "EASTER25", "STAFF"], [8, 2, .8, .5]); disc = round(sub * {"": 0, "WELCOME10": .1, "EASTER25": .25, "STAFF": .3}[code], 2)
    meth = ch(["Local Pickup", "Bike courier", "Standard"], [5, 3, 2]); ship = {"Local Pickup": 0, "Bike courier": 4.9, "Standard": 6.9}[meth]
    fs = ch(["paid", "refunded", "partially_refunded", "pending", "voided"], [20, 1.2, .8, 1, .4]); tot = round(sub - disc + ship, 2); tax = round(tot * .07 / 1.07, 2)
    ref = tot if fs == "refunded" else round(tot / 2, 2) if fs == "partially_refunded" else 0
    ff = "unfulfilled" if fs in ("pending", "voided") else ch(["fulfilled", "unfulfilled"], [15, 1])
    t = d.strftime("%Y-%m-%d %H:%M:%S +0000"); pa = "" if fs in ("pending", "voided") else t
    for i, (p, q) in enumerate(items):
        h = i == 0
        rows.append([f"#{n}", mail] + ([fs, pa, ff, "GBP", f"{sub:.2f}", f"{ship:.2f}", f"{tax:.2f}", f"{tot:.2f}", code, f"{disc:.2f}", meth] if h else [""] * 11) + [t, q, p[0], f"{p[1]:.2f}", p[2]] + ([name, ch(["Leeds", "York", "leeds", "Harrogate", "Bradford"], [8, 3, 1, 2, 1]), ch(["Shopify Payments", "PayPal Express Checkout", "Cash"], [7, 3, 1]), f"{ref:.2f}"] if h else [""] * 4))
    n += 1
w("orders_export_1.csv", ["Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Currency", "Subtotal", "Shipping", "Taxes", "Total", "Discount Code", "Discount Amount", "Shipping Method", "Created at", "Lineitem quantity", "Lineitem name", "Lineitem price", "Lineitem sku", "Billing Name", "Billing City", "Payment Method", "Refunded Amount"], rows)
# S2 Stripe (charity)
rows = []; d = D.datetime(2024, 1, 2, 9)
donors = [(ch(FN) + "." + ch(LN)).lower() + "@example.com" for _ in range(140)]
for i in range(420):
    d += D.timedelta(minutes=R.randrange(60, 4500))
    amt = ch([5, 10, 20, 25, 50, 100, 250, 1000], [6, 9, 8, 8, 6, 4, 1.5, .4]); st = ch(["Paid", "Failed", "Refunded"], [18, 2, .8]); fee = round(amt * .015 + .2, 2) if st != "Failed" else 0
    camp = ch(["Winter Shelter", "School Meals", "General Fund", "Flood Relief"], [4, 3, 5, 2])
    rows.append(["ch_" + "".join(R.choices("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjk0123456789", k=10)), d.strftime("%Y-%m-%d %H:%M:%S"), f"{amt:.2f}", f"{amt if st == 'Refunded' else 0:.2f}", ch(["gbp", "eur", "usd"], [16, 3, 1]), "TRUE" if st != "Failed" else "FALSE", st, ch(["insufficient_funds", "expired_card", "do_not_honor"]) if st == "Failed" else "", ch(["Visa", "MasterCard", "American Express"], [6, 4, 1]), ch(["debit", "credit"], [3, 2]), f"{fee:.2f}", ch(donors), camp, ch(["true", "false", ""], [6, 3, 1]), ch(["monthly", "one-off"], [2, 3])])
w("unified_payments.csv", ["id", "Created date (UTC)", "Amount", "Amount Refunded", "Currency", "Captured", "Status", "Decline Reason", "Card Brand", "Card Funding", "Fee", "Customer Email", "campaign (metadata)", "gift_aid (metadata)", "frequency (metadata)"], rows)
# S3 DATEV Buchungsstapel
K = [(4400, "Erloese 19% USt"), (4300, "Erloese 7% USt"), (4930, "Buerobedarf"), (4210, "Miete Werkstatt"), (4530, "Kfz Tanken"), (3400, "Wareneingang Papier"), (4920, "Telefon"), (4650, "Bewirtung")]
rows = []
for i in range(300):
    k, t = ch(K, [8, 4, 3, 1, 3, 5, 1, 1]); b = {4400: R.uniform(60, 2400), 4300: R.uniform(20, 500), 4930: R.uniform(5, 180), 4210: 1450, 4530: R.uniform(40, 110), 3400: R.uniform(100, 1900), 4920: R.uniform(35, 60), 4650: R.uniform(25, 140)}[k]
    dt = day(D.date(2025, 1, 1), D.date(2025, 9, 30)); kred = k not in (4400, 4300)
    rows.append([dt, [f"{b:.2f}".replace(".", ","), "S" if kred and R.random() > .05 else ("H" if not kred and R.random() > .04 else ch("SH")), "EUR", k, ch([1200, 1000, 70001 + R.randrange(9)] if kred else [10001 + R.randrange(25), 1200, 1000], [4, 1, 4]), {4400: "3", 4300: "2"}.get(k, ch(["9", ""])), None, f"{'ER' if kred else 'RE'}-2025-{i:04d}", t + ch(["", "", " Korrektur", " Rest"], [12, 3, 1, 1]), ch(["100", "200", "300", ""], [4, 3, 2, 1]), ch(["1", "0"], [5, 2])]])
rows.sort(key=lambda r: r[0])
for dt, r in rows: r[6] = dt.strftime("%d.%m.%Y")
w("EXTF_Buchungsstapel_2025.csv", ["Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Buchungstext", "KOST1 - Kostenstelle", "Festschreibung"], [r for _, r in rows], ";")
# S4 SAP PM Stoermeldungen
EQ = [("10004711", "Abkantpresse 2", "1000"), ("10004712", "Laser TruLaser 3030", "1000"), ("10004713", "CNC-Fräse DMU 50", "1000"), ("10005101", "Spritzguss Arburg 420", "1100"), ("10005102", "Spritzguss Arburg 470", "1100"), ("10005200", "Förderband Halle 3", "1100")]
rows = []
for i in range(260):
    e = ch(EQ, [2, 3, 3, 4, 3, 2]); dt = day(D.date(2025, 1, 2), D.date(2026, 3, 31)); dur = round(R.expovariate(1 / 2.4) + .2, 1)
    st = ch(["MMAB", "MIAR", "OFFN"], [20, 2, 1]); rep = round(dur * R.uniform(.4, .9), 1)
    rows.append([f"{200010000 + i:012d}", ch(["M2", "M1", "M3"], [7, 2, 2]), e[0], e[1], e[2], ch(["1-sehr hoch", "2-hoch", "3-mittel", "4-niedrig"], [1, 3, 5, 2]), dt.strftime("%d.%m.%Y"), f"{R.randrange(24):02d}:{R.randrange(60):02d}:00", "X" if R.random() < .62 else "", f"{dur:.1f}".replace(".", ",") if st != "OFFN" else "", f"{rep:.1f}".replace(".", ",") if st == "MMAB" else "", ch(["Sensor defekt", "Hydraulik undicht", "Werkzeugbruch", "Materialstau", "Software", "Bedienfehler"], [4, 3, 3, 4, 1, 1.5]), ch(["MUELLERK", "SCHMIDTA", "OEZDEMIR", "KOWALSKI"]), st, f"{R.uniform(0, 900):.2f}".replace(".", ",") if R.random() < .8 else ""])
rows.sort(key=lambda r: (r[6][6:], r[6][3:5], r[6][:2]))
w("IW28_Meldungen.csv", ["Meldung", "Meld.art", "Equipment", "Bezeichnung", "Werk", "Priorität", "Meld.datum", "Uhrzeit", "Ausfall", "Ausfalldauer (H)", "Rep.zeit (H)", "Schadensbild", "Gemeldet von", "Systemstatus", "Istkosten EUR"], rows, ";")
# S5 Jira incidents
rows = []; d = D.datetime(2025, 7, 1, 3)
for i in range(180):
    d += D.timedelta(minutes=R.randrange(120, 3600)); pr = ch(["Highest", "High", "Medium", "Low"], [1, 3, 6, 2]); res = R.random() < .88; dur = R.expovariate(1 / {"Highest": 5, "High": 14, "Medium": 50, "Low": 120}[pr])
    rt = d + D.timedelta(hours=dur); svc = ch(["checkout-api", "auth-service", "search", "postgres-main", "cdn", "mail-relay"], [4, 3, 3, 2, 1, 1])
    rows.append([ch(["502 errors on", "High latency in", "Disk full on", "Certificate expired on", "Memory leak in", "Login fails on"]) + " " + svc, f"OPS-{410 + i}", ch(["Incident", "Bug", "Task"], [6, 2, 1]), ch(["Done", "Closed"]) if res else ch(["In Progress", "To Do", "Waiting for vendor"]), pr, ch(["Fixed", "Won't Do", "Duplicate"], [10, 1, 1.3]) if res else "", ch(["mkeller", "dsouza", "twong", "eliasson", ""], [4, 4, 3, 2, 1]), ch(["monitoring-bot", "mkeller", "support.desk"], [5, 1, 3]), d.strftime("%Y-%m-%d %H:%M"), rt.strftime("%Y-%m-%d %H:%M") if res else "", svc, ch(["", "1", "2", "3", "5", "8"], [2, 3, 3, 3, 2, 1]), R.randrange(0, 240) if pr in ("Highest", "High") else ch([0, 0, 5, 15]), ch(["Yes", "No"], [1, 2]) if pr in ("Highest", "High") else "No"])
w("jira_ops_export.csv", ["Summary", "Issue key", "Issue Type", "Status", "Priority", "Resolution", "Assignee", "Reporter", "Created", "Resolved", "Component/s", "Custom field (Story Points)", "Custom field (Downtime min)", "Custom field (Postmortem)"], rows)
# S6 Zendesk
rows = []; d = D.datetime(2025, 10, 1, 7)
for i in range(350):
    d += D.timedelta(minutes=R.randrange(10, 620)); st = ch(["Closed", "Solved", "Open", "Pending", "Hold"], [10, 5, 2, 1.5, .5]); fr = int(R.expovariate(1 / 95)) + 1; done = st in ("Closed", "Solved")
    rows.append([58000 + i, d.strftime("%Y-%m-%d %H:%M:%S"), st, ch(["Normal", "High", "Low", "Urgent", "-"], [8, 3, 2, 1, 1]), ch(["Email", "Phone", "Chat", "Web form"], [5, 6, 4, 2]), ch(["Billing", "Delivery", "Technical", "Returns", "Other"], [4, 5, 4, 3, 1]), ch(["Marta Nowak", "Leo Brandt", "Aisha Bello", "Tom Pike", "-"], [5, 5, 4, 3, .7]), fr, fr + int(R.expovariate(1 / 900)) if done else "", R.randrange(0, 5), ch(["Good", "Bad", "Offered", "Unoffered"], [5, 1.5, 6, 4]) if done else "Unoffered", ch(["", "vip", "vip refund", "refund", "escalated"], [8, 1, .5, 2, 1]), ch(["UK", "Ireland", "Netherlands", "uk"], [6, 2, 2, .5])])
w("zendesk_tickets.csv", ["Ticket ID", "Created at", "Ticket status", "Ticket priority", "Ticket channel", "Ticket group", "Assignee name", "First reply time (min)", "Full resolution time (min)", "Reopens", "Satisfaction rating", "Tags", "Requester country"], rows)
# S7 GA4
rows = []; src = [("Organic Search", 220), ("Direct", 140), ("Paid Search", 80), ("Email", 30), ("Organic Social", 45), ("Referral", 18)]
d0 = D.date(2026, 1, 1)
for i in range(90):
    dt = d0 + D.timedelta(days=i)
    for s, base in src:
        if s == "Email" and dt.weekday() not in (1, 4): continue
        x = max(1, int(R.gauss(base * (1.25 if dt.weekday() < 5 else .7) * (1 + i / 300), base * .15))); e = int(x * R.uniform(.42, .7)); k = sum(R.random() < {"Email": .05, "Paid Search": .03}.get(s, .015) for _ in range(x))
        rows.append([dt.strftime("%Y%m%d"), s, ch(["desktop", "mobile"], [1, 0]) if 0 else "", x, int(x * R.uniform(.7, .95)), e, round(e / x, 4), int(x * R.uniform(1.5, 3.4)), k, f"{k * R.uniform(30, 75):.2f}"])
rows = [r[:2] + r[3:] for r in rows]
w("ga4_traffic_acquisition.csv", ["Date", "Session default channel group", "Sessions", "Total users", "Engaged sessions", "Engagement rate", "Views", "Conversions", "Total revenue"], [[r[0][:4] + "-" + r[0][4:6] + "-" + r[0][6:]] + r[1:] for r in rows])
# S8 Xero invoices (print shop)
C = ["Harbour Cafe", "Lindt & Sons Estate Agents", "St Mary's School", "Otley Cycling Club", "Bright Dental", "Northside FC", "Green Party Otley", "Wedding - Cole/Adeyemi"]
I = [("Business cards 500", 38, "200"), ("Flyers A5 1000", 92, "200"), ("Poster A2", 11.5, "200"), ("Design work (hour)", 55, "210"), ("Roll-up banner", 89, "200"), ("Wedding invitations", 2.4, "200"), ("Express surcharge", 25, "260")]
rows = []
for i in range(240):
    dt = day(D.date(2024, 4, 6), D.date(2026, 2, 28)); it = ch(I, [4, 5, 4, 3, 2, 1, 1.5]); q = R.choice([1, 2, 3, 5]) if it[1] > 20 else R.randrange(5, 80); net = round(q * it[1], 2); vat = ch(["20% (VAT on Income)", "Zero Rated Income"], [6, 1]); tax = round(net * .2, 2) if vat[0] == "2" else 0; g = net + tax
    st = ch(["Paid", "Awaiting Payment", "Draft", "Voided"], [14, 4, .7, .5]); pd = g if st == "Paid" else (round(g / 2, 2) if st[0] == "A" and R.random() < .2 else 0)
    rows.append([dt, [ch(C, [5, 3, 3, 2, 3, 3, 1, 1]), "", dt.strftime("%d/%m/%Y"), (dt + D.timedelta(days=ch([14, 30]))).strftime("%d/%m/%Y"), f"{g:.2f}", f"{tax:.2f}", f"{pd:.2f}", f"{0 if st in ('Voided', 'Draft') else g - pd:.2f}", it[0], q, f"{it[1]:.2f}", f"{net:.2f}", it[2], vat, "GBP", "Sales invoice", ch(["Sent", ""], [6, 1]), st]])
rows.sort(key=lambda r: r[0])
for i, (a, r) in enumerate(rows): r[1] = f"INV-{i + 1:04d}"
w("SalesInvoices_xero.csv", ["ContactName", "InvoiceNumber", "InvoiceDate", "DueDate", "Total", "TaxTotal", "InvoiceAmountPaid", "InvoiceAmountDue", "Description", "Quantity", "UnitAmount", "LineAmount", "AccountCode", "TaxType", "Currency", "Type", "Sent", "Status"], [r for _, r in rows])
# S9 Moodle grades
rows = []
for i in range(96):
    f, l = ch(FN), ch(LN); q = [("-" if R.random() < .12 else f"{min(10, max(0, R.gauss(7.2, 1.8))):.2f}") for _ in range(3)]; a = "-" if R.random() < .15 else f"{min(100, max(0, R.gauss(68, 15))):.2f}"
    tot = sum(float(x) for x in q if x != "-") + (float(a) * .7 if a != "-" else 0)
    rows.append([f, l, f"{i + 40:05d}", ch(["Leeds Depot", "Hull Depot", "Head Office", "leeds depot"], [5, 3, 3, .6]), ch(["Drivers", "Warehouse", "Office", "Maintenance"], [4, 5, 3, 2]), *[("" if x == "-" else x) for x in q], "" if a == "-" else a, f"{tot:.2f}", day(D.date(2025, 2, 1), D.date(2025, 6, 30)).isoformat() if tot >= 50 else "", ch(["Yes", "No"]) if R.random() < .1 else ("Yes" if tot >= 50 else "No")])
w("moodle_grades_HS101.csv", ["First name", "Surname", "ID number", "Institution", "Department", "Quiz: Fire safety (Real)", "Quiz: Manual handling (Real)", "Quiz: First aid (Real)", "Assignment: Risk assessment (Real)", "Course total (Real)", "Completion date", "Certificate issued"], rows)
# S10 HubSpot-like recruitment
rows = []
ST = ["Applied", "Phone screen", "Interview", "Offer", "Hired", "Rejected", "Withdrawn"]
for i in range(230):
    ap = day(D.date(2025, 3, 1), D.date(2026, 2, 27)); st = ch(ST, [4, 3, 3, 1, 3, 9, 2]); role = ch(["Backend Engineer", "Nurse RN", "Sales Rep", "Accountant", "Forklift Driver"], [4, 4, 5, 2, 3])
    cl = ap + D.timedelta(days=R.randrange(4, 75)); base = {"Backend Engineer": 72000, "Nurse RN": 41000, "Sales Rep": 38000, "Accountant": 47000, "Forklift Driver": 31000}[role]
    rows.append([f"{9100234000 + i * 7}", ch(FN) + " " + ch(LN), role, st, ch(["LinkedIn", "Referral", "Indeed", "Agency", "Career page"], [5, 2, 5, 2, 3]), ch(["Kim Larsen", "Bo Adler", "Jo Santos", ""], [5, 4, 4, .5]), ap.isoformat(), cl.isoformat() if st in ("Hired", "Rejected", "Withdrawn") else "", int(R.gauss(base, base * .12) // 500 * 500) if R.random() < .85 else "", int(base * R.uniform(.92, 1.08) // 500 * 500) if st in ("Offer", "Hired") else "", R.randrange(0, 25), ch(["Manchester", "Remote", "Glasgow"], [4, 3, 2]), ch(["true", "false"], [1, 4])])
w("hubspot-crm-exports-candidates.csv", ["Record ID", "Candidate Name", "Job Opening", "Pipeline Stage", "Original Source", "Recruiter (Owner)", "Create Date", "Close Date", "Salary Expectation", "Offer Amount", "Years of Experience", "Location", "Relocation needed"], rows)
# S11 Toggl
rows = []
J = [("Haus Lindenweg 4", "Fam. Brandt"), ("Kita Sonnenhof", "Stadt Fulda"), ("Logistics hall B7", "Nordfracht GmbH"), ("Roof repair Marktplatz", "Pfarrei St. Bonifatius")]
for i in range(420):
    dt = day(D.date(2025, 8, 4), D.date(2026, 1, 30))
    while dt.weekday() > 5 - (R.random() > .1): dt += D.timedelta(days=1)
    p, c = ch(J, [4, 3, 4, 1]); s = 6 * 60 + 30 + R.randrange(0, 300, 5); m = R.randrange(30, 420, 5); bill = ch(["Yes", "No"], [5, 1]); rate = ch([42, 48, 55])
    rows.append([dt, s, [ch(["Radek", "Sven H.", "Olena", "Mike", "Giorgos"], [5, 4, 4, 3, 2]), c, p, ch(["Formwork", "Bricklaying", "Scaffolding", "Cleaning up", "Electrical", ""], [4, 5, 3, 2, 2, 1]), bill, dt.isoformat(), f"{s // 60:02d}:{s % 60:02d}:00", dt.isoformat(), f"{(s + m) // 60:02d}:{(s + m) % 60:02d}:00", f"{m // 60:02d}:{m % 60:02d}:00", ch(["", "overtime", "rain delay", "overtime, weekend"], [9, 2, 1, .6]), rate, f"{m / 60 * rate:.2f}" if bill == "Yes" else ""]])
rows.sort(key=lambda r: r[:2])
w("Toggl_time_entries_2025-08-01_to_2026-01-31.csv", ["User", "Client", "Project", "Task", "Billable", "Start date", "Start time", "End date", "End time", "Duration", "Tags", "Rate", "Amount (EUR)"], [r[2] for r in rows])
# S12 Eventbrite church
rows = []
E = [("Carol Concert", 12, D.date(2025, 12, 20)), ("Easter Breakfast", 8, D.date(2025, 4, 20)), ("Summer Fete", 5, D.date(2025, 7, 12)), ("Organ Recital", 15, D.date(2025, 10, 3)), ("Youth Retreat", 65, D.date(2025, 9, 5))]
for i in range(310):
    n, p, ed = ch(E, [8, 4, 6, 3, 2]); tt = ch(["General Admission", "Concession", "Child (under 12)", "Volunteer - free"], [8, 3, 3, 1]); pr = {"G": 1, "C": .6}.get(tt[0], 0)
    if tt.startswith("Child"): pr = .4
    if tt.startswith("Vol"): pr = 0
    q = ch([1, 2, 3, 4, 6], [6, 6, 2, 2, .5]); paid = round(p * pr * q, 2); od = ed - D.timedelta(days=int(R.expovariate(1 / 18)))
    rows.append([11020000000 + i * 37, od.isoformat(), ch(FN), ch(LN), n, ed.isoformat(), q, tt, "Free Order" if paid == 0 else ch(["Eventbrite Completed", "Paid by Cash"], [6, 1]), f"{paid:.2f}", f"{paid * .069 + .59 if paid else 0:.2f}", ch(["Attending", "Checked In", "Not Attending", "Refunded"], [4, 9, 1, .6]), ch(["LS6 2AB", "LS16", "LS6", "HG1 4DT", ""], [4, 3, 2, 1, 2])])
w("eventbrite_orders_stmarks.csv", ["Order #", "Order Date", "First Name", "Surname", "Event Name", "Event Start Date", "Quantity", "Ticket Type", "Order Type", "Total Paid", "Eventbrite Fees", "Attendee Status", "Home Postcode"], rows)
# S13 Verein: Mitglieder + Beitragszahlungen
mit = []
for i in range(150):
    ein = day(D.date(1996, 1, 1), D.date(2025, 11, 30)); aus = day(max(ein, D.date(2019, 1, 1)), D.date(2025, 12, 31)) if R.random() < .14 else None; geb = day(D.date(1942, 1, 1), D.date(2017, 12, 31))
    art = "Jugend" if geb.year > 2007 else ch(["Aktiv", "Passiv", "Ehrenmitglied", "Familie"], [6, 3, .5, 2])
    mit.append([f"{i + 1:04d}", ch(LN), ch(FN), ch(["w", "m", "d"], [9, 10, .3]), geb.strftime("%d.%m.%Y"), f"{ch(['36037', '36039', '36041', '36100', '34117']):s}", ch(["Fulda", "Petersberg", "Künzell"], [5, 3, 2]), ch(["Fußball", "Turnen", "Tischtennis", "Tennis", ""], [6, 4, 2, 3, .6]), art, ein.strftime("%d.%m.%Y"), aus.strftime("%d.%m.%Y") if aus else "", {"Jugend": 48, "Aktiv": 96, "Passiv": 36, "Ehrenmitglied": 0, "Familie": 160}[art], ch(["ja", "nein"], [7, 2])])
w("Mitglieder.csv", ["MitglNr", "Name", "Vorname", "Geschl", "GebDat", "PLZ", "Ort", "Abteilung", "Beitragsart", "Eintritt", "Austritt", "Jahresbeitrag", "SEPA"], mit, ";")
zz = []
for m in mit:
    for y in (2023, 2024, 2025):
        if m[11] and int(m[9][6:]) <= y and (not m[10] or int(m[10][6:]) >= y) and R.random() < .94:
            zz.append([m[0], y, day(D.date(y, 1, 15), D.date(y, 6, 30)).strftime("%d.%m.%Y"), f"{m[11] if R.random() < .93 else m[11] / 2:.2f}".replace(".", ","), "Lastschrift" if m[12] == "ja" else ch(["Überweisung", "Bar"], [3, 1]), ch(["", "R"], [18, 1])])
w("Beitragszahlungen.csv", ["MitglNr", "Beitragsjahr", "Buchungsdatum", "Betrag EUR", "Zahlweg", "Rücklastschrift"], zz, ";")
# S14 歯科予約
rows = []; SJ = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村".split()
for i in range(280):
    dt = day(D.date(2025, 9, 1), D.date(2026, 2, 28))
    while dt.weekday() in (3, 6): dt += D.timedelta(days=1)
    nai = ch(["定期検診", "虫歯治療", "クリーニング", "抜歯", "矯正相談", "ホワイトニング"], [5, 6, 5, 1.5, 1, 1]); st = ch(["来院", "キャンセル", "無断キャンセル"], [16, 2.5, 1]); fee = {"定期検診": 3200, "虫歯治療": 5800, "クリーニング": 4100, "抜歯": 7600, "矯正相談": 5500, "ホワイトニング": 22000}[nai]
    rows.append([dt, [f"Y{i + 1:05d}", dt.strftime("%Y/%m/%d"), f"{9 + R.randrange(10):02d}:{ch(['00', '30'])}", f"P{R.randrange(1, 120):04d}", ch(["10代", "20代", "30代", "40代", "50代", "60代以上"], [1, 3, 4, 4, 3, 3]), ch(["女", "男"]), ch(SJ[:3]) + "医師", nai, st, int(R.gauss(fee, fee * .15)) // 10 * 10 if st == "来院" else "", int(R.expovariate(1 / 11)) if st == "来院" else "", ch(["電話", "ネット", "窓口"], [4, 6, 2]), ch(["○", ""], [1, 4])]])
rows.sort(key=lambda r: r[0])
w("歯科予約台帳.csv", ["予約番号", "予約日", "予約時刻", "患者番号", "年代", "性別", "担当医", "診療内容", "状態", "窓口負担額(円)", "待ち時間(分)", "予約経路", "初診"], [r[1] for r in rows])
# S15 budget wide
MO = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]; rows = []
DEP = {"IT": ["Cloud hosting", "Licences", "Hardware", "Contractors"], "Marketing": ["Online ads", "Trade fairs", "Print", "Agency"], "Facilities": ["Rent", "Cleaning", "Energy", "Repairs"], "HR": ["Recruiting", "Training", "Events", "Temps"], "R&D": ["Prototypes", "Lab material", "Patents", "Contractors"]}
for dp, ls in DEP.items():
    for l in ls:
        b = R.randrange(8, 160) * 100; v = [max(0, int(R.gauss(b, b * .3))) for _ in MO]
        if l == "Rent": v = [14500] * 12
        if l == "Trade fairs": v = [0, 0, 18400, 0, 0, 0, 0, 0, 22150, 0, 0, 0]
        bud = int(sum(v) * R.uniform(.85, 1.15)) // 1000 * 1000; o = v[:]
        if l in ("Patents", "Repairs"): o[9] = ""; v[9] = 0
        rows.append([f"{4000 + len(rows) * 10}", dp, l, ch(["OPEX", "CAPEX"], [5, 1]) if l != "Hardware" else "CAPEX", ch(["Mertens", "Okoro", "Lindqvist", "Chen"])] + o + [sum(v[:6]), sum(v[6:]), sum(v), bud])
w("project_budget_actuals_FY25.csv", ["Acct", "Department", "Cost line", "Type", "Owner"] + MO + ["H1 total", "H2 total", "FY total", "FY budget"], rows)
# S16 vet
own = []
for i in range(70): own.append([f"O{i + 1:03d}", ch(FN) + " " + ch(LN), ch(["Ashford", "Canterbury", "Hythe", "Wye"], [4, 3, 2, 1]), ch(["email", "sms", "letter", ""], [4, 5, 1, 1]), ch(["Y", "N"], [2, 3])])
w("vet_owners.csv", ["owner_id", "owner_name", "town", "contact_pref", "pet_plan"], own)
pets = [(f"PET{i:04d}", ch("Rex Bella Milo Luna Coco Simba Daisy Nala Oscar Poppy Biscuit Ziggy".split()), s := ch(["dog", "cat", "rabbit", "Dog", "hamster"], [8, 7, 2, 1, 1]), ch({"dog": ["Labrador", "Cockapoo", "Mixed", "Whippet"], "cat": ["DSH", "Maine Coon", "Siamese"]}.get(s.lower(), ["n/k"])), ch(own)[0]) for i in range(110)]
rows = []
for i in range(360):
    p = ch(pets); dt = day(D.date(2024, 6, 1), D.date(2026, 2, 14)); r = ch(["vaccination", "check-up", "dental", "surgery", "skin problem", "emergency"], [6, 5, 2, 1.5, 3, 1.2]); kg = {"dog": 18, "cat": 4.5, "rabbit": 2.1}.get(p[2].lower(), .12)
    rows.append([dt, [f"V{24000 + i}", dt.strftime("%d/%m/%Y"), p[0], p[1], p[2], p[3], p[4], r, ch(["Dr Shah", "Dr Moore", "Dr Lind"], [5, 4, 3]), f"{max(.05, R.gauss(kg, kg * .2)):.2f}" if R.random() < .9 else "", f"{R.gauss(38.6, .5):.1f}" if R.random() < .8 else "", f"{R.gauss({'vaccination': 58, 'check-up': 45, 'dental': 240, 'surgery': 690, 'skin problem': 85, 'emergency': 320}[r], 15):.2f}", f"{R.uniform(0, 60) if R.random() < .6 else 0:.2f}", ch(["Y", "N"], [1, 3]), (dt + D.timedelta(days=ch([14, 180, 365]))).strftime("%d/%m/%Y") if R.random() < .6 else ""]])
rows.sort(key=lambda r: r[0])
w("vet_visits.csv", ["visit_no", "visit_date", "pet_id", "pet_name", "species", "breed", "owner_id", "reason", "vet", "weight_kg", "temp_C", "consult_fee", "medication_cost", "insured", "next_due"], [r[1] for r in rows])
# S17 Weinlese
rows = []
for y in (2021, 2022, 2023, 2024, 2025):
    for lage, ha in [("Sonnenberg", 1.8), ("Kirchenstück", .9), ("Alte Burg", 2.4), ("Am Bächle", .6)]:
        for s in R.sample(["Riesling", "Spätburgunder", "Silvaner", "Müller-Thurgau", "Grauburgunder"], 3):
            a = round(ha * R.uniform(.2, .45), 2); kg = int(a * R.gauss(9200 * {2021: .8, 2024: .7}.get(y, 1), 1400)); ox = int(R.gauss(84 + {2022: 6, 2021: -5}.get(y, 0), 6)); dt = day(D.date(y, 9, 5), D.date(y, 10, 20))
            rows.append([y, lage, s, "rot" if s == "Spätburgunder" else "weiß", f"{a:.2f}".replace(".", ","), dt.strftime("%d.%m.%Y"), ch(["Hand", "Maschine"]), kg, ox, f"{R.gauss(7.8, .9):.1f}".replace(".", ",") if R.random() < .9 else "", f"{R.gauss(3.2, .1):.2f}".replace(".", ","), R.randrange(3, 19), ch(["", "Hagel", "Fäulnis", "Trockenstress"], [7, 1, 1.5, 1])])
rows.sort(key=lambda r: r[5][6:] + r[5][3:5] + r[5][:2])
w("Lesebuch_2021-2025.csv", ["Jahrgang", "Lage", "Rebsorte", "Farbe", "Fläche_ha", "Lesedatum", "Leseart", "Menge_kg", "Oechsle", "Säure_g_l", "pH", "Helfer", "Bemerkung"], rows, ";")
# S18 経費
rows = []
for i in range(240):
    dt = day(D.date(2025, 4, 1), D.date(2026, 1, 31)); k = ch(["交通費", "宿泊費", "会議費", "接待交際費", "消耗品費", "通信費"], [7, 3, 3, 2, 4, 1]); a = int({"交通費": R.uniform(300, 28000), "宿泊費": R.uniform(7000, 19000), "会議費": R.uniform(800, 9000), "接待交際費": R.uniform(8000, 60000), "消耗品費": R.uniform(200, 12000), "通信費": R.uniform(2000, 7000)}[k]); st = ch(["承認済", "申請中", "差戻し"], [9, 2, 1])
    rows.append([dt, [f"EX-{3000 + i}", dt.strftime("%Y-%m-%d"), (dt + D.timedelta(days=R.randrange(0, 35))).strftime("%Y-%m-%d"), ch(["山田 太郎", "小林 花子", "加藤 誠", "吉田 由美", "松本 健"], [4, 3, 3, 2, 2]), ch(["営業部", "開発部", "総務部"], [5, 3, 2]), k, a, int(a / 11), ch(["法人カード", "立替", "現金"], [5, 4, 1]), ch(["大阪", "名古屋", "福岡", "札幌", "東京"], [4, 3, 2, 1, 5]) if k in ("交通費", "宿泊費") else "", st, (dt + D.timedelta(days=40)).strftime("%Y-%m-%d") if st == "承認済" else "", ch(["有", "無"], [9, 1])]])
rows.sort(key=lambda r: r[0])
w("経費精算_2025年度.csv", ["申請ID", "利用日", "申請日", "氏名", "部署", "科目", "金額(税込)", "うち消費税", "支払方法", "出張先", "承認状況", "支払日", "領収書"], [r[1] for r in rows])
# S19 Bahn
rows = []
for i in range(500):
    dt = day(D.date(2025, 11, 1), D.date(2026, 1, 31)); l = ch(["RE 5", "RB 45", "S 3", "IC 2027", "ICE 596"], [5, 5, 6, 2, 3]); aus = R.random() < .05; v = int(R.expovariate(1 / {"S 3": 2.5, "RB 45": 4, "RE 5": 5}.get(l, 11))); s = R.randrange(5 * 60, 23 * 60, 1)
    rows.append([dt, s, [dt.strftime("%d.%m.%Y"), l, f"{R.randrange(10000, 39999)}", ch(["Fulda", "Kassel-Wilh.", "Göttingen", "Hanau Hbf", "Bebra"], [5, 4, 3, 3, 2]), f"{s // 60:02d}:{s % 60:02d}", "" if aus else f"{(s + v) // 60 % 24:02d}:{(s + v) % 60:02d}", "" if aus else v, "1" if aus else "0", ch(["Signalstörung", "Personalmangel", "Bauarbeiten", "Verspätung aus vorheriger Fahrt", "Unwetter"]) if aus or v > 5 else "", R.randrange(1, 13), ch(["planmäßig", "geändert"], [9, 1])]])
rows.sort(key=lambda r: r[:2])
w("puenktlichkeit_q4.csv", ["Datum", "Linie", "Zugnr", "Bahnhof", "Ank_soll", "Ank_ist", "Versp_min", "Ausfall", "Grund", "Gleis", "Gleiswechsel"], [r[2] for r in rows], ";")
