"""Seeded invented tables."""
import csv, random
from datetime import date, datetime, timedelta as td
from pathlib import Path
R = random.Random(505); D = Path(__file__).parent / "data"; D.mkdir(exist_ok=True)
def w(name, head, rows, sep=","):
    with open(D / name, "w", newline="", encoding="utf-8") as f:
        c = csv.writer(f, delimiter=sep); c.writerow(head); c.writerows(rows)
ch, ri, un, ga = R.choice, R.randint, R.uniform, R.gauss
def wc(d): return R.choices(list(d), list(d.values()))[0]
def day(a, b): return a + td(ri(0, (b - a).days))
def mis(x, p=.05): return "" if R.random() < p else x
de = lambda d: d.strftime("%d.%m.%Y") if d else ""
dec = lambda x: f"{x:.2f}".replace(".", ",")
# retail
rows = []
for k in range(39):
    for st in ["S01", "S02", "S03", "S04"]:
        for dp in ["Grocery", "Bakery", "Household", "Toys", "Garden"]:
            u = max(5, int(ga(220, 70) * {"S01": 1.3, "S02": 1, "S03": .8, "S04": .6}[st])); p = R.random() < .25
            g = round(u * {"Grocery": 4.2, "Bakery": 2.6, "Household": 7.1, "Toys": 12.4, "Garden": 15.9}[dp] * un(.9, 1.1), 2); d = round(g * (un(.08, .2) if p else un(0, .03)), 2)
            rows.append([date(2025, 1, 6) + td(7 * k), st, dp, u, g, d, round(g - d, 2), mis(int(u * un(1.2, 2.2)), .06), "Y" if p else "N"])
w("store_sales_wk.csv", ["wk_start", "store_cd", "dept", "units", "gross_usd", "disc_usd", "tot_usd", "footfall", "promo"], rows)
# wholesale
rows = []; kd = {10012: "Edeka Huber", 10027: "Gasthof Post", 10031: "Markant Süd", 10044: "Kiosk am Bahnhof", 10058: "Hotel Seeblick", 10063: "Kantine Stadtwerke", 10071: "Getränke Lang"}
for i in range(420):
    k = ch(list(kd)); b = day(date(2024, 1, 2), date(2025, 6, 30)); s = wc({"geliefert": 80, "offen": 12, "storniert": 8}); l = b + td(ri(1, 14)) if s == "geliefert" else None; e = un(4, 30)
    rows.append([f"L{i+1:05d}", k, kd[k], ch(["Wein", "Bier", "Säfte", "Wasser", "Spirituosen"]), ri(2, 80), f"{e*un(1.15,1.6):.2f}", f"{e:.2f}", b, l or "", ch(["Nord", "Süd", "Hafen"]), mis(ch(["Aydin", "Berger", "Cvetko", "Dietl"]), .08), s])
w("GH_Lieferungen.csv", ["LieferNr", "KundenNr", "Kunde", "Warengruppe", "Menge_Kart", "VK_EUR", "EK_EUR", "Bestelldatum", "Lieferdatum", "Lager", "Fahrer", "Status"], rows)
# e-commerce, two files
cu = [f"C{i:04d}" for i in range(1, 181)]; sg = {}
rows = []
for c in cu:
    sg[c] = day(date(2022, 3, 1), date(2025, 2, 28)); rows.append([c, sg[c], wc({"new": 3, "regular": 5, "vip": 1.5}), mis(ri(1950, 2005), .1), ch(["Leeds", "York", "Hull", "Bristol", "Cardiff", "Bath"]), ch([0, 1])])
w("web_customers.csv", ["customerId", "signupDate", "segment", "birthYear", "city", "newsletter"], rows)
rows = []
for i in range(640):
    c = ch(cu[:160]); t = datetime(2024, 7, 1) + td(minutes=ri(0, 365 * 1440)); q = wc({1: 5, 2: 3, 3: 2, 4: 1, 6: .5}); p = round(un(5, 90), 2); s = ch([0, 3.9, 4.9, 6.9]); sh = t.date() + td(ri(0, 7))
    rows.append([500000 + i, c, t.strftime("%Y-%m-%d %H:%M"), mis(sh, .07), wc({"app": 4, "web": 5, "marketplace": 2}), wc({"GB": 7, "IE": 2, "FR": 1, "NL": 1}), wc({"shoes": 4, "jackets": 3, "bags": 2, "socks": 2}), q, p, s, round(q * p + s, 2), wc({"false": 85, "true": 15}), wc({"": 70, "SPRING10": 12, "WELCOME": 12, "VIP20": 6})])
rows += [rows[33], rows[210]]
w("web_orders.csv", ["orderId", "customerId", "createdAt", "shippedOn", "channel", "country", "productCat", "itemQty", "unitPrice", "shipFee", "orderTotal", "isReturned", "couponCode"], rows)
# subscriptions
rows = []
for i in range(380):
    pl = wc({"Basic": 5, "Pro": 4, "Team": 2, "Enterprise": .6}); se = 1 if pl == "Basic" else ri(1, 5) if pl == "Pro" else ri(5, 30) if pl == "Team" else ri(40, 200); st = day(date(2023, 1, 1), date(2025, 8, 31)); ca = st + td(ri(20, 500)) if R.random() < .35 else None
    if ca and ca > date(2025, 8, 31): ca = None
    rows.append([f"sub_{i+1:04d}", pl, se, round(se * {"Basic": 9, "Pro": 19, "Team": 15, "Enterprise": 12}[pl], 2), st, ca or "", mis(ch(["too expensive", "missing features", "switched to competitor", "not used"]), .15) if ca else "", ch(["EMEA", "AMER", "APAC"]), ch(["card", "PayPal", "invoice"]), ch(["monthly", "annual"]), mis(ri(0, 10), .3)])
w("subs.csv", ["sub_id", "plan", "seats", "mrr_usd", "start_dt", "cancel_dt", "cancel_rsn", "rgn", "pay_meth", "bill_cycle", "nps"], rows)
# campaigns
rows = []
for nm, c, m in [("Spring Sale", "Google Ads", 1.3), ("Spring Sale", "Facebook", 1), ("Brand 2025", "YouTube", 2), ("Brand 2025", "TikTok", 1.6), ("Retargeting", "Facebook", .6), ("Retargeting", "Google Ads", .5), ("Newsletter Push", "Email", .3), ("Back to School", "TikTok", .9)]:
    for k in range(34):
        d = date(2025, 2, 3) + td(6 * k); im = int(abs(ga(9000, 2500)) * m) + 50; cl = int(im * un(.008, .05)); cv = int(cl * un(.01, .12)); sp = round(cl * un(.3, 1.4), 2)
        rows.append([d, nm, c, im, cl, cv, sp, mis(round(cv * un(25, 80), 2), .05), ch(["DE", "AT", "CH"])])
w("campaign_stats.csv", ["date", "campaign", "chnl", "impr", "clicks", "conv", "spend_eur", "rev_eur", "mkt"], rows)
# CRM
rows = []
for i in range(230):
    a = ch(["Acme Corp", "Bluebird Ltd", "Cobalt Systems", "Delta Foods", "Evergreen AG", "Foxtrot Media", "Granite Bank", "Helios Energy", "Ivory Labs", "Juniper Retail"]); s = wc({"Prospecting": 3, "Qualified": 3, "Proposal": 3, "Negotiation": 2, "Closed Won": 4, "Closed Lost": 4}); c = day(date(2024, 9, 1), date(2025, 9, 30))
    rows.append([f"OPP-{i+1:03d}", a, ch(["Maria", "Tom", "Aisha", "Jonas", "Lee"]), s, round(abs(ga(42, 28)) + 2, 1), {"Prospecting": 10, "Qualified": 25, "Proposal": 50, "Negotiation": 75, "Closed Won": 100, "Closed Lost": 0}[s], c, c + td(ri(10, 160)), wc({"Referral": 3, "Web": 4, "Trade Fair": 2, "Cold Call": 2, "": .8}), {"A": "Manufacturing", "B": "Retail", "C": "IT", "D": "Food", "E": "Energy", "F": "Media", "G": "Finance", "H": "Energy", "I": "IT", "J": "Retail"}[a[0]], ri(0, 14)])
w("pipeline_export.csv", ["Opp ID", "Account", "Owner", "Stage", "Amt (k$)", "Prob %", "Created", "Close Date", "Lead Src", "Industry", "Mtgs"], rows)
# invoices (German)
rows = []
for i in range(210):
    k = ch(["Schreinerei Vogt", "Praxis Dr. Lenz", "Café Morgenrot", "Autohaus Kiefer", "Stadt Neuburg", "Bäckerei Ott", "Kanzlei Brandt"]); d = day(date(2024, 10, 1), date(2025, 9, 30)); f = d + td(ch([14, 30])); n = round(un(60, 4200), 2); s = ch([19, 19, 19, 7]); b = f + td(ri(-14, 35)) if R.random() < .8 else None
    rows.append([f"RE{i+1:05d}", k, de(d), de(f), dec(n), s, dec(n * s / 100), dec(n * (1 + s / 100)), de(b), 0 if b else wc({0: 5, 1: 3, 2: 2, 3: 1}), mis(ch(["Wartung", "Beratung", "Montage", "Material"]), .06)])
w("Rg_Ausgang.csv", ["RgNr", "Kd", "RgDat", "Faellig", "Netto_EUR", "MwSt_%", "MwSt_EUR", "Brutto_EUR", "BezahltAm", "Mahnst", "Leistung"], rows, ";")
# bank statement (German)
rows = []; sal = 3120.55; d = date(2025, 1, 2)
who = {"REWE": ("Lebensmittel", -120, -8), "dm-drogerie": ("Drogerie", -45, -4), "Stadtwerke": ("Nebenkosten", -140, -90), "Deutsche Bahn": ("Mobilität", -110, -12), "Shell": ("Mobilität", -85, -30), "Netflix": ("Abos", -13.99, -13.99), "Pizzeria Roma": ("Essen gehen", -60, -14), "Amazon": ("Einkauf", -150, -6), "Zahnarzt Dr. Kern": ("Gesundheit", -220, -40)}
while d < date(2025, 8, 31):
    for _ in range(ri(0, 2)):
        k = ch(list(who)); c, lo, hi = who[k]; b = round(un(lo, hi), 2); sal += b; rows.append([de(d), de(d + td(ri(0, 2))), k, ch(["Kartenzahlung", "Lastschrift"]), dec(b), dec(sal), mis(c, .05)])
    if d.day == 1 or (d.day == 2 and d.month == 1): sal -= 980; rows.append([de(d), de(d), "Hausverwaltung Maier", "Dauerauftrag", dec(-980), dec(sal), "Miete"])
    if d.day == 27: sal += 2874.30; rows.append([de(d), de(d), "Firma Ritter GmbH", "Gutschrift", dec(2874.30), dec(sal), "Gehalt"])
    d += td(1)
w("Umsaetze_2025.csv", ["Buchungstag", "Wertstellung", "Empf/Auftr", "Buchungsart", "Betrag", "Saldo", "Kategorie"], rows, ";")
# expenses, two files
em = [f"{i:04d}" for i in range(101, 141)]; nm = "Ana Ben Cleo Dan Eva Finn Gia Hugo Ines Jack Kim Liam Mona Nils Olga Paul Quinn Rosa Sam Tess Uma Vic Wes Xena Yan Zoe Abe Bea Cal Dot Eli Fay Gus Hal Ivy Joe Kay Lou Max Ned".split()
w("emp_list.csv", ["emp_no", "emp_name", "dept", "grade", "hired", "site"], [[e, n, ch(["Sales", "R&D", "Finance", "Ops"]), ri(1, 6), day(date(2010, 1, 1), date(2024, 12, 1)), ch(["Dublin", "Cork", "Galway"])] for e, n in zip(em, nm)])
rows = []
for i in range(360):
    x = day(date(2025, 1, 2), date(2025, 9, 28)); a = round(un(6, 480), 2); v = round(a * ch([0, .09, .135, .23]), 2); s = wc({"approved": 7, "pending": 2, "rejected": 1})
    rows.append([i + 1, ch(em[:34]), x, x + td(ri(0, 30)), wc({"travel": 4, "meals": 4, "hotel": 2, "software": 1, "office supplies": 1}), a, v, round(a + v, 2), wc({"y": 8, "n": 2}), s, mis(ch(["ACME-1", "NOVA", "internal"]), .2)])
w("exp_claims.csv", ["claim_id", "emp_no", "exp_dt", "submit_dt", "cat", "amt_eur", "vat_eur", "tot_eur", "rcpt", "status", "proj"], rows)
# hotel (Spanish headers)
rows = []
for i in range(520):
    a = day(date(2024, 5, 1), date(2025, 8, 31)); n = wc({1: 4, 2: 5, 3: 4, 5: 2, 7: 2}); t = wc({"individual": 2, "doble": 5, "suite": 1, "familiar": 2}); p = round({"individual": 62, "doble": 88, "suite": 175, "familiar": 120}[t] * un(.85, 1.4), 0)
    rows.append([f"R{i+1:04d}", a - td(ri(0, 120)), a, a + td(n), n, t, wc({1: 2, 2: 6, 3: 1}), wc({0: 7, 1: 2, 2: 2}), p, round(p * n, 2), wc({"Booking": 5, "web": 3, "agencia": 1.5, "teléfono": 1}), mis(wc({"ES": 5, "FR": 3, "DE": 3, "GB": 3, "IT": 1}), .04), wc({"ok": 82, "cancelada": 14, "no-show": 4}), ch(["S", "N"])])
w("reservas.csv", ["num_res", "f_reserva", "llegada", "salida", "noches", "tipo_hab", "adultos", "niños", "precio_noche", "importe_total", "canal", "pais", "estado", "desayuno"], rows)
# restaurant
rows = []
for i in range(560):
    t = datetime(2025, 4, 1) + td(days=ri(0, 90), hours=wc({12: 3, 13: 3, 18: 3, 19: 5, 20: 4, 21: 2}), minutes=ri(0, 59)); c = wc({1: 1, 2: 5, 3: 2, 4: 3, 6: 1}); f = round(c * un(11, 29), 2); b = round(c * un(3, 17), 2); tip = mis(round((f + b) * un(0, .2), 2), .1)
    rows.append([7000 + i, t.strftime("%Y-%m-%d %H:%M"), ch(["Nina", "Omar", "Paula", "Rik"]), ch(["T1", "T2", "T3", "T4", "T5", "T6", "Bar", "Terrace"]), c, f, b, round(f + b, 2), tip, wc({"card": 6, "cash": 3, "voucher": 1}), ri(25, 150)])
w("pos_checks.csv", ["chk_no", "opened", "srv", "tbl", "cvrs", "food_amt", "bev_amt", "chk_tot", "tip", "pay_type", "dur_min"], rows)
# real estate
rows = []
for i in range(260):
    ty = wc({"House": 5, "Condo": 4, "Townhouse": 2, "Lot": .6}); sf = int(abs(ga(1700, 600)) + 500) if ty != "Lot" else ""; lp = int(round((sf or 900) * un(160, 320), -3)); ld = day(date(2024, 2, 1), date(2025, 5, 31)); so = ld + td(ri(6, 150)) if R.random() < .7 else None
    rows.append([f"00{41000+i}", ch(["Maple Hill", "Riverside", "Oak Park", "Downtown", "Lakeview"]), ty, sf, ri(1, 6) if sf else "", ch([1, 1.5, 2, 2.5, 3]) if sf else "", mis(ri(1925, 2022), .05) if sf else "", lp, int(lp * un(.92, 1.05)) if so else "", ld, so or "", ch(["K. Ito", "B. Frost", "D. Reyes", "S. Okafor"]), mis(ri(80, 450), .5) if ty == "Condo" else "", ch(["Y", "N"])])
w("mls_listings.csv", ["mls_no", "nbhd", "type", "sqft", "beds", "baths", "yr_built", "list_px", "sold_px", "list_dt", "sold_dt", "agent", "hoa_mo", "garage"], rows)
# car dealer
rows = []; mk = {"VW": ["Golf", "Polo", "Tiguan"], "Toyota": ["Yaris", "Corolla"], "Ford": ["Focus", "Kuga"], "BMW": ["320d", "X1"], "Skoda": ["Octavia", "Fabia"], "Renault": ["Zoe", "Clio"]}
for i in range(240):
    m = ch(list(mk)); mo = ch(mk[m]); y = ri(2012, 2024); km = int(abs(ga((2025 - y) * 14000, 9000)) + 200); b = int(max(1800, 24000 - (2025 - y) * 1400 - km * .03 + (6000 if m == "BMW" else 0) + ga(0, 900))); d = day(date(2024, 6, 1), date(2025, 8, 20)); s = d + td(ri(3, 140)) if R.random() < .65 else None; a = int(b * un(1.1, 1.3))
    rows.append([f"{i+1:05d}", m, mo, y, mis(km, .04), "electric" if mo == "Zoe" else ch(["petrol", "diesel", "hybrid"]), ch(["Black", "White", "Silver", "blue", "Red"]), b, a, int(a * un(.9, 1)) if s else "", d, s or "", ch(["Petra", "Ali", "Chris"]) if s else "", ch(["yes", "no"])])
w("car_stock.csv", ["stockNo", "make", "model", "modelYr", "odo_km", "fuel", "colour", "buyPrice", "askPrice", "soldPrice", "inDate", "soldDate", "rep", "warranty"], rows)
# call centre
rows = []
for i in range(780):
    t = datetime(2025, 6, 2, 8) + td(days=ri(0, 76), minutes=ri(0, 600)); q = wc({"Billing": 4, "Tech": 5, "Orders": 3, "Complaints": 1}); ab = R.random() < .09; wt = int(R.expovariate(1 / 95)); 
    rows.append([f"K{i+10000}", t.strftime("%d/%m/%Y %H:%M"), ch(["ag07", "ag11", "ag15", "ag18", "ag23", "ag31"]) if not ab else "", q, wt, "" if ab else round(abs(ga(6 if q != "Tech" else 11, 3)) + .3, 1), 1 if ab else 0, "" if ab else wc({1: 7, 0: 3}), "" if ab or R.random() < .55 else ri(1, 5), ch(["EN", "EN", "DE", "FR"]), ch(["mobile", "landline"])])
w("call_log.csv", ["call_id", "start_ts", "agent", "q_name", "wait_s", "talk_min", "abandoned", "fcr", "csat", "lang", "line"], rows)
